import assert from 'node:assert/strict';
import { claude } from '../../../src/adapters/agents/claude/claude.ts';
import { codex } from '../../../src/adapters/agents/codex/codex.ts';
import { createEndedCalls } from '../../../src/adapters/agents/endedCalls.ts';
import type { Agent } from '../../../src/adapters/agents/agent.ts';
import { labelOfCall } from '../../../src/core/agentSession/call.ts';

const at = '2026-01-31T12:00:00Z';
const of = (role: 'user' | 'assistant', message: object) => ({
  type: role,
  message: { role, content: 'x', ...message },
});
const callOf = (agent: Agent, line: object) => agent.signs?.transcript?.calls(JSON.stringify(line)) ?? [];
const hookCall = (agent: Agent, tool: string, input: object): string => {
  const given = { session_id: 'c1', hook_event_name: 'PermissionRequest', tool_name: tool, tool_input: input };
  return agent.signs?.hooks?.read('PermissionRequest', given, at)?.call ?? '';
};
const codexItem = (payload: object) => ({ type: 'response_item', payload });

describe('the calls of tools in transcripts', () => {
  const bash = { tool_input: { command: 'ls -l' } };
  it('claude begins and ends them as its hooks describe them', () => {
    const call = of('assistant', { content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: bash.tool_input }] });
    const result = of('user', { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'a' }] });
    const key = hookCall(claude, 'Bash', bash.tool_input);
    assert.equal(labelOfCall(key), 'Bash: ls -l');
    assert.deepEqual(callOf(claude, call), [{ id: 't1', begins: key }]);
    assert.deepEqual(callOf(claude, result), [{ id: 't1', begins: null }]);
    assert.deepEqual(callOf(claude, of('user', {})), []);
  });

  it('codex does so whichever shell it uses', () => {
    const key = hookCall(codex, 'Bash', { ...bash.tool_input, description: 'It reads /etc.' });
    assert.equal(labelOfCall(key), 'Bash: ls -l');
    for (const given of [{ cmd: 'ls -l' }, { command: ['bash', '-lc', 'ls -l'] }, { command: 'ls -l' }])
      assert.deepEqual(
        callOf(
          codex,
          codexItem({ type: 'function_call', call_id: 'k', name: 'exec_command', arguments: JSON.stringify(given) }),
        ),
        [{ id: 'k', begins: key }],
      );
    assert.deepEqual(callOf(codex, codexItem({ type: 'function_call_output', call_id: 'k', output: '' })), [
      { id: 'k', begins: null },
    ]);
    assert.deepEqual(callOf(codex, codexItem({ type: 'custom_tool_call_output', call_id: 'p' })), [
      { id: 'p', begins: null },
    ]);
  });

  const long = `echo ${'x'.repeat(400)}`;
  const alike = [
    ['two calls of one tool of a server', 'mcp__db__query', { sql: 'select 1' }, { sql: 'drop table a' }],
    ['two long lines that begin alike', 'Bash', { command: `${long} && ls` }, { command: `${long} && rm -rf build` }],
  ] as const;
  for (const [what, tool, one, other] of alike)
    for (const agent of [claude, codex])
      it(`tell ${what} apart with ${agent.id}, in hooks and transcript the same`, () => {
        const written = (input: object): string | null | undefined =>
          agent === claude
            ? callOf(claude, of('assistant', { content: [{ type: 'tool_use', id: 't', name: tool, input }] }))[0]
                ?.begins
            : callOf(
                codex,
                codexItem({ type: 'function_call', call_id: 't', name: tool, arguments: JSON.stringify(input) }),
              )[0]?.begins;
        assert.equal(labelOfCall(hookCall(agent, tool, one)), labelOfCall(hookCall(agent, tool, other)));
        assert.notEqual(hookCall(agent, tool, one), hookCall(agent, tool, other));
        assert.deepEqual([written(one), written(other)], [hookCall(agent, tool, one), hookCall(agent, tool, other)]);
      });

  it('show their label as the question and no mark', () => {
    const given = { session_id: 'c1', hook_event_name: 'PermissionRequest', tool_name: 'Bash', ...bash };
    for (const agent of [claude, codex])
      assert.deepEqual(agent.signs?.hooks?.read('PermissionRequest', given, at)?.activity, {
        kind: 'needsYou',
        need: 'permission',
        text: 'Bash: ls -l',
      });
  });

  const same = [
    ['what is off unless said', 'Edit', { file_path: '/a', old_string: 'x' }, { replace_all: false }],
    ['what claude notes for itself', 'Bash', { command: 'sed -i s/a/b/ c' }, { _simulatedSedEdit: { filePath: 'c' } }],
    ['the answers', 'AskUserQuestion', { questions: [{ question: 'Which?' }] }, { answers: { 'Which?': 'this' } }],
    ['the plan', 'ExitPlanMode', {}, { plan: 'Do it.' }],
  ] as const;
  for (const [what, tool, input, more] of same)
    it(`of claude stay the same when ${what} is added on the way`, () =>
      assert.equal(hookCall(claude, tool, { ...more, ...input }), hookCall(claude, tool, input)));

  it('tell nothing of a secret by their mark', () => {
    const key = (letter: string) =>
      hookCall(claude, 'Bash', { command: `curl -H "Authorization: Bearer ghp_${letter.repeat(36)}"` });
    assert.equal(key('a'), key('b'));
  });

  it('are told when they end, with what they were when they began, however many never do', () => {
    const ended = createEndedCalls((line) => JSON.parse(line));
    const tell = (id: string, begins: string | null) => ended(JSON.stringify([{ id, begins }]));
    assert.deepEqual(tell('a', 'Bash: a'), []);
    assert.deepEqual(tell('b', null), []);
    assert.deepEqual(tell('a', null), ['Bash: a']);
    assert.deepEqual(tell('a', null), []);
    for (let i = 0; i < 1000; i += 1) tell(`x${i}`, 'Bash: x');
    assert.deepEqual([tell('x0', null), tell('x999', null)], [[], ['Bash: x']]);
  });
});
