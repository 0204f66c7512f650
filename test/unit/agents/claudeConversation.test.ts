import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchClaudeHooks, readClaudeHook } from '../../../src/adapters/agents/claude/hooks.ts';
import { labelOfCall } from '../../../src/core/agentSession/call.ts';
import { hasBegunInClaude } from '../../../src/adapters/agents/claude/transcript.ts';
import { useTempFolder } from '../../tempFolder.ts';

describe('a conversation of claude', () => {
  const folder = useTempFolder();

  it('has begun once claude keeps anything of it, in whichever folder', async () => {
    const env = { CLAUDE_CONFIG_DIR: folder() };
    assert.equal(await hasBegunInClaude('c1', env), false);
    mkdirSync(join(folder(), 'projects', '-repo-a'), { recursive: true });
    mkdirSync(join(folder(), 'projects', '-repo-b'));
    writeFileSync(join(folder(), 'projects', '-repo-b', 'c1.jsonl'), '{}\n');
    assert.deepEqual([await hasBegunInClaude('c1', env), await hasBegunInClaude('c2', env)], [true, false]);
  });

  it('is left to claude where nobody knows where it keeps them', async () =>
    assert.equal(await hasBegunInClaude('c1', {}), true));

  it('asks nobody about the command by which it tells how its job goes, wherever that stands', () => {
    const allowed = (bin: string): unknown => {
      const { args } = launchClaudeHooks({ program: `${bin}/mam-hook`, env: {} });
      return JSON.parse(args[1] ?? '').permissions.allow;
    };
    assert.deepEqual(allowed('/state/mam/bin'), ['Bash(/state/mam/bin/mam event:*)']);
    assert.deepEqual(allowed('/my state/bin'), ["Bash('/my state/bin/mam' event:*)"]);
  });

  it('tells which call is asked about, and which one ends', () => {
    const word = (hook: string, more: object) =>
      readClaudeHook(hook, { session_id: 'c1', hook_event_name: hook, ...more }, '2026-01-31T12:00:00Z');
    const call = { tool_name: 'Bash', tool_input: { command: 'make', description: 'Build' } };
    const asked = word('PermissionRequest', call);
    assert.deepEqual([labelOfCall(asked?.call ?? ''), asked?.activity?.kind], ['Bash: make', 'needsYou']);
    const ended = word('PostToolUse', { ...call, tool_response: {} });
    assert.deepEqual([ended?.call, ended?.activity?.kind], [asked?.call, 'working']);
    assert.equal(word('Stop', {})?.call, null);
  });

  it('has a sign-in again once it says so', () => {
    const payload = { session_id: 'c1', hook_event_name: 'Notification' };
    const word = (type: string) => readClaudeHook('Notification', { ...payload, notification_type: type }, '');
    assert.deepEqual([word('auth_success')?.clears, word('idle_prompt')?.clears], [true, false]);
  });
});
