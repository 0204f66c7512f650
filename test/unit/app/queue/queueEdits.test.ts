import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import { err, ok } from '../../../../src/base/result.ts';
import { createQueueEdits, type QueueEdits } from '../../../../src/app/queue/queueEdits.ts';
import { plainTask } from '../../../../src/protocol/newTask.ts';
import { CoreWorld, person, taskOf } from '../../../builders/core.ts';

const drafts = ['One', 'Broken', 'Two'].map((title) => plainTask({ title, goal: 'G.', claims: [], checks: [] }));

/** Edits of a queue that takes no task with one of these titles. */
function editsBut(refused: readonly string[]): QueueEdits {
  const world = new CoreWorld();
  return createQueueEdits({
    state: () => world.state,
    look: async () => null,
    settled: async (_id, command) => {
      const title = command.type === 'editQueue' && command.edit.kind === 'add' ? command.edit.draft.title : '';
      if (refused.includes(title)) return err(problem('queue.wouldBreak', 'No.'));
      const tasks = [...world.state.queue.tasks, taskOf(`T-2026-${title}`, { title })];
      world.do({ type: 'readQueue', tasks, problems: [] });
      return ok(undefined);
    },
  });
}

describe('tasks that are put into the queue', () => {
  it('are put in where they can be: one that is refused hides nothing and keeps none out after it', async () => {
    const done = await editsBut(['Broken']).add(drafts, person);
    assert.ok(done.ok);
    assert.deepEqual(
      [done.value.tasks.map(({ title, added }) => [title, added]), done.value.refused.map(({ code }) => code)],
      [
        [
          ['One', true],
          ['Two', true],
        ],
        ['queue.wouldBreak'],
      ],
    );
  });

  it('are refused where none can be put in', async () => {
    const done = await editsBut(['One', 'Broken', 'Two']).add(drafts, person);
    assert.equal(done.ok ? 'ok' : done.error.code, 'queue.wouldBreak');
  });
});
