import assert from 'node:assert/strict';
import { claude } from '../../../src/adapters/agents/claude/claude.ts';
import { codex } from '../../../src/adapters/agents/codex/codex.ts';
import type { Agent } from '../../../src/adapters/agents/agent.ts';
import type { LaneSpec } from '../../../src/app/ports/agents.ts';
import { laneSpec } from '../../builders/lane.ts';

const argsOf = (agent: Agent, spec: Partial<LaneSpec>): readonly string[] => {
  const command = agent.command(laneSpec({ agent: agent.id, cwd: '.', ...spec }), {
    lastMessage: 'last_message.md',
    guard: null,
    env: {},
  });
  assert.ok(command.ok);
  return command.value.args;
};

describe('the command of a lane', () => {
  const rows: readonly (readonly [spec: Partial<LaneSpec>, line: string])[] = [
    [{}, 'exec --cd . --sandbox read-only --json --output-last-message last_message.md -'],
    [
      { model: 'gpt-5.5' },
      'exec --cd . --sandbox read-only --json --model gpt-5.5 --output-last-message last_message.md -',
    ],
    [
      { model: 'gpt-5.5', effort: 'high' },
      'exec --cd . --sandbox read-only --json --model gpt-5.5 -c model_reasoning_effort=high --output-last-message last_message.md -',
    ],
    [
      { mayRun: true, fullAccess: true },
      'exec --cd . --sandbox workspace-write --json --output-last-message last_message.md -',
    ],
    [{ fullAccess: true }, 'exec --cd . --sandbox read-only --json --output-last-message last_message.md -'],
    [
      { access: 'write', effort: 'low' },
      'exec --cd . --sandbox workspace-write --json -c model_reasoning_effort=low --output-last-message last_message.md -',
    ],
  ];
  for (const [spec, line] of rows) it(`of codex is ${line}`, () => assert.equal(argsOf(codex, spec).join(' '), line));

  it('of claude lets a reader run what writes only with full access, too', () => {
    const tools = (spec: Partial<LaneSpec>, flag: string): readonly string[] => {
      const args = argsOf(claude, spec);
      return (args[args.indexOf(flag) + 1] ?? '').split(',');
    };
    for (const spec of [{}, { mayRun: true }, { fullAccess: true }]) {
      assert.deepEqual(
        ['Bash', 'Edit', 'Write', 'NotebookEdit'].filter((tool) => tools(spec, '--allowedTools').includes(tool)),
        [],
      );
      for (const tool of ['Edit', 'Write', 'NotebookEdit', 'Bash(git push:*)', 'Bash(gh:*)', 'Bash(make:*)'])
        assert.ok(tools(spec, '--disallowedTools').includes(tool), tool);
    }
    const both = { mayRun: true, fullAccess: true };
    assert.ok(tools(both, '--allowedTools').includes('Bash'));
    for (const tool of ['Edit', 'Write', 'Bash(git push:*)', 'Bash(git commit:*)'])
      assert.ok(tools(both, '--disallowedTools').includes(tool), tool);
  });

  it('of claude names the model and right after it the effort, or neither', () => {
    const args = argsOf(claude, { model: 'claude-opus-4-8', effort: 'max' });
    assert.deepEqual(args.slice(args.indexOf('--model'), args.indexOf('--model') + 4), [
      '--model',
      'claude-opus-4-8',
      '--effort',
      'max',
    ]);
    assert.equal(/--(model|effort)/.test(argsOf(claude, {}).join(' ')), false);
  });
});
