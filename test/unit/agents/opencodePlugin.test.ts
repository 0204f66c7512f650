import assert from 'node:assert/strict';
import { laneFiles } from '../../../src/adapters/agents/agent.ts';
import { gemini } from '../../../src/adapters/agents/gemini/gemini.ts';
import { opencode } from '../../../src/adapters/agents/opencode/opencode.ts';
import { withPlugin } from '../../../src/adapters/agents/opencode/plugin.ts';
import { laneSpec } from '../../builders/lane.ts';

const writer = laneSpec({
  agent: 'opencode',
  access: 'write',
  fullAccess: true,
  folder: '/lane',
  policy: { claims: ['src/**'], controlRoot: '/repo' },
});
const file = 'file:///lane/mam-guard.js';
const made = (guard: string | null, env: Readonly<Record<string, string>> = {}, spec = writer) => {
  const command = opencode.command(spec, laneFiles('/lane', guard, env));
  assert.ok(command.ok);
  const { limits, files = {}, env: added } = command.value;
  return { limits, files: Object.keys(files), settings: added['OPENCODE_CONFIG_CONTENT'] ?? null };
};
const held = { worktree: 'hook', claim: 'hook', freeShell: true };
const loose = { worktree: null, claim: null, freeShell: true };

describe('The plugin by which opencode asks before a tool', () => {
  it('is added to what the settings of the call say already, and nothing of them is lost', () => {
    const before = JSON.stringify({ model: 'a/b', plugin: ['mine'] });
    const { limits, files, settings } = made('guard', { OPENCODE_CONFIG_CONTENT: before });
    assert.deepEqual([limits, files], [held, ['mam-guard.js']]);
    assert.deepEqual(JSON.parse(settings ?? ''), { model: 'a/b', plugin: ['mine', file] });
    assert.deepEqual(made('guard').settings, JSON.stringify({ plugin: [file] }));
  });

  it('is left out, and the lane not called held, where it can’t be added or there is no hook', () => {
    for (const before of ['{ // a comment\n}', '[]', 'null', '{"plugin":"mine"}']) {
      assert.equal(withPlugin(before, '/lane/x.js'), null, before);
      assert.deepEqual(made('guard', { OPENCODE_CONFIG_CONTENT: before }), {
        limits: loose,
        files: [],
        settings: null,
      });
    }
    assert.deepEqual(made(null), { limits: loose, files: [], settings: null });
    const { policy: _policy, ...reader } = { ...writer, access: 'read', fullAccess: false } as const;
    assert.deepEqual(made(null, {}, reader).limits, { worktree: 'rules', claim: null, freeShell: false });
  });
});

describe('A writer of gemini', () => {
  it('is called held by nothing, since no hook is for one call, and may not write to its memory', () => {
    const command = gemini.command({ ...writer, agent: 'gemini' }, laneFiles('/lane', 'guard'));
    assert.ok(command.ok);
    assert.deepEqual(command.value.limits ?? null, null);
    assert.match(command.value.files?.['policy.toml'] ?? '', /toolName = "save_memory"\ndecision = "deny"/);
  });
});
