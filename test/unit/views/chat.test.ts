import assert from 'node:assert/strict';
import { chatAnswer, chatCommands, type ChatQuestion } from '../../../src/app/views/chat.ts';
import { inboxView } from '../../../src/app/views/inbox.ts';
import type { State } from '../../../src/core/state.ts';
import { commands } from '../../../src/vscode/ids.ts';
import { aScene, aState, gateOpenState, reader, workingState } from '../../builders/scene.ts';

const ask = (state: State, question: ChatQuestion) =>
  chatAnswer(reader(), aScene(state), inboxView(reader(), aScene(state)), question);

const closed = gateOpenState({ verdicts: [] });

const answers: readonly (readonly [string, State, ChatQuestion, RegExp, readonly string[]])[] = [
  ['how it stands', workingState(), { command: 'status', prompt: '' }, /working|Nothing waits/, ['openDashboard']],
  [
    'what waits',
    gateOpenState(),
    { command: undefined, prompt: 'how is it going?' },
    /\*\*Waits for you\*\*\n- .*T\\-2026\\-0014/,
    ['openApprovalPacket', 'openDashboard'],
  ],
  [
    'the gate by its rules',
    closed,
    { command: 'gate', prompt: 'T-2026-0014' },
    /\| Rule \| Outcome \| Missing \|\n.*\n\| .*Reviewer/s,
    ['openApprovalPacket'],
  ],
  ['why a task is where it is', closed, { command: 'why', prompt: '' }, /- Reviewer has given no verdict/, []],
  ['a named task', closed, { command: undefined, prompt: 'what about T-2026-0014 then' }, /given no verdict/, []],
  ['nothing yet', aState(), { command: 'gate', prompt: '' }, /No task was worked on yet/, ['startLoop']],
];

describe('@mam', () => {
  for (const [name, state, question, says, offers] of answers) {
    it(`tells ${name}`, () => {
      const { markdown, actions } = ask(state, question);
      assert.match(markdown, says);
      for (const one of offers)
        assert.ok(
          actions.some((action) => action.name === one),
          `${one} in ${JSON.stringify(actions)}`,
        );
    });
  }

  it('hands nothing over by itself: what was asked goes along with a button', () => {
    const { markdown, actions } = ask(workingState(), { command: 'delegate', prompt: ' Find out *why* ' });
    assert.match(markdown, /^Nothing was started\..*\n\n> Find out \\\*why\\\*$/s);
    assert.deepEqual(
      actions.map(({ name, args }) => [name, args]),
      [['delegateJob', ['', 'Find out *why*']]],
    );
    assert.deepEqual(ask(workingState(), { command: 'delegate', prompt: ' ' }).actions, []);
  });

  it('offers only commands that are there, and shows what agents wrote as text', () => {
    const title = '<img src=x> [a](command:mam.startLoop) `x`';
    const state = gateOpenState();
    const run = state.runs['run-1'];
    assert.ok(run);
    const hostile = { ...state, runs: { 'run-1': { ...run, task: { ...run.task, title } } } };
    for (const command of chatCommands) {
      const { markdown, actions, next } = ask(hostile, { command, prompt: 'T-2026-0014' });
      for (const { name } of actions) assert.ok(name in commands, name);
      for (const one of next) assert.ok(chatCommands.includes(one.command));
      assert.doesNotMatch(markdown, /(?<!\\)<img|\]\(command:/);
    }
  });
});
