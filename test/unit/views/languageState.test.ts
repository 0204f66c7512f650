import assert from 'node:assert/strict';
import { languageStateView } from '../../../src/app/views/languageState.ts';
import type { Run } from '../../../src/core/loop/types.ts';
import { emptyState } from '../../../src/core/state.ts';
import { noState } from '../../../src/protocol/languageState.ts';
import { readLanguageState } from '../../../src/protocol/readLanguageState.ts';
import { aTask, gateOpenState, reader, workingState } from '../../builders/scene.ts';

const taskOf = (change: Partial<Run>) => {
  const [task] = languageStateView(reader(), workingState(change), '/repo').tasks;
  assert.ok(task);
  return task;
};

describe('the state that the language server is told', () => {
  it('names only tasks that were worked on, and the seats', () => {
    const before = workingState({ round: 2 });
    const tasks = [...before.queue.tasks, aTask({ id: 'T-2026-0099' })];
    const { tasks: told, roles } = languageStateView(reader(), { ...before, queue: { tasks, problems: [] } }, '/repo');
    assert.deepEqual(told, [{ id: 'T-2026-0014', words: 'running · cycle 2 of 3', missing: [], startable: false }]);
    assert.deepEqual(
      roles,
      before.topology?.roles.map(({ name }) => name),
    );
    assert.deepEqual(languageStateView(reader(), emptyState, '/repo'), { ...noState, root: '/repo' });
  });

  it('says what the gate misses', () => {
    const [task] = languageStateView(reader(), gateOpenState({ verdicts: [] }), '/repo').tasks;
    assert.equal(task?.words, 'gate: 2 missing');
    assert.match(task?.missing[0] ?? '', /Reviewer has given no verdict/);
  });

  it('lets a task start that was given up, but none that is approved or under way', () => {
    const decision = { by: 'editor', at: '2026-05-04T14:04:00Z', head: 'x', merged: false };
    assert.equal(taskOf({ phase: 'ended', decision: { ...decision, kind: 'abandoned' } }).startable, true);
    assert.equal(taskOf({ phase: 'ended', decision: { ...decision, kind: 'approved' } }).startable, false);
    assert.equal(taskOf({ phase: 'stopped' }).startable, false);
  });

  it('is read back as it was, and anything else as nothing', () => {
    const state = languageStateView(reader(), workingState(), '/repo');
    assert.deepEqual(readLanguageState(JSON.parse(JSON.stringify(state))), state);
    for (const value of [undefined, null, 7, 'x', { tasks: [{ id: 7 }] }])
      assert.deepEqual(readLanguageState(value), noState);
  });
});
