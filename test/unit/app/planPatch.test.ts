import assert from 'node:assert/strict';
import { createAgents, createRegistry } from '../../../src/adapters/agents/registry.ts';
import { planPatch } from '../../../src/app/patch/planPatch.ts';
import type { PatchRequest } from '../../../src/app/patch/request.ts';
import { emptyState } from '../../../src/core/state.ts';
import { fourRole } from '../../../src/core/topology/presets.ts';
import type { Settings } from '../../../src/protocol/settings.ts';
import { taskOf } from '../../builders/core.ts';
import { settingsWith } from '../../builders/settings.ts';

const task = taskOf('T-2026-0001');
const agents = createAgents({
  registry: createRegistry({ rehearsalProgram: ['/x/node', '/x/main.ts'] }),
  env: {},
  cwd: '/',
});
const plan = (request: Partial<PatchRequest>, settings: Partial<Settings>) =>
  planPatch(
    {
      execute: true,
      task: task.id,
      agent: 'claude',
      model: null,
      base: null,
      timeoutMs: 0,
      maxCommands: 0,
      seedChanges: false,
      warnings: [],
      ...request,
    },
    {
      state: { ...emptyState, topology: fourRole, queue: { tasks: [task], problems: [] } },
      settings: settingsWith(settings),
      modelWishes: {},
      agents,
      worktreesRoot: '/worktrees',
      statuses: {},
    },
  );

describe('the terms of a write lane', () => {
  const writes: Partial<Settings> = { 'mam.agents.fullAccess': ['claude'] };
  for (const [what, request, seconds, ms] of [
    ['no limit unless said', {}, {}, 0],
    ['what the settings give its agent', {}, { claude: 90 }, 90_000],
    ['nothing of another agent', {}, { codex: 90 }, 0],
    ['what the call says before that', { timeoutMs: 5000 }, { claude: 90 }, 5000],
    ['what the settings say where the call says none', { timeoutMs: 0 }, { claude: 30 }, 30_000],
  ] as const)
    it(`are in time ${what}`, () => {
      const { options, terms, blockers } = plan(request, { ...writes, 'mam.patch.timeoutSeconds': seconds });
      assert.deepEqual([options?.laneTimeoutMs, terms.timeoutMs, blockers], [ms, ms, []]);
    });

  for (const [agent, maxCommands, codes] of [
    ['grok', 2, ['runner.capUncounted']],
    ['grok', 0, []],
    ['codex', 2, []],
  ] as const)
    it(`hold ${maxCommands || 'no'} commands with ${agent}: ${codes.length === 0 ? 'fine' : 'refused'}`, () => {
      const { blockers } = plan({ agent, maxCommands }, { 'mam.agents.fullAccess': ['grok'] });
      assert.deepEqual(
        blockers.map(({ code }) => code),
        codes,
      );
    });

  it('say how it really runs: without a sandbox where a setting allows that', () => {
    assert.equal(plan({}, writes).terms.sandbox, 'danger-full-access');
    assert.equal(plan({}, {}).terms.sandbox, 'workspace-write');
    assert.equal(
      plan({ agent: 'codex' }, { 'mam.patch.sandbox': 'danger-full-access' }).terms.sandbox,
      'danger-full-access',
    );
    assert.deepEqual(plan({ agent: 'codex' }, {}).terms.auth, { mode: 'chatgpt', status: 'not-checked' });
    assert.equal(plan({ agent: 'claude' }, {}).terms.auth.status, 'not-needed');
  });
});
