import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import { err, ok } from '../../../../src/base/result.ts';
import { createQueueEdits, type QueueEdits } from '../../../../src/app/queue/queueEdits.ts';
import { plainTask } from '../../../../src/protocol/newTask.ts';
import { CoreWorld, person, taskOf } from '../../../builders/core.ts';

const draftsOf = (...titles: readonly string[]) =>
  titles.map((title) => plainTask({ title, goal: 'G.', claims: [], checks: [] }));
const drafts = draftsOf('One', 'Broken', 'Two');

/** Edits of a queue that takes no task with one of these titles. */
function editsBut(refused: readonly string[], others: readonly string[] = []): QueueEdits {
  const world = new CoreWorld();
  return createQueueEdits({
    state: () => world.state,
    look: async () => null,
    settled: async (_id, command, _actor, _isOver, told) => {
      const title = command.type === 'editQueue' && command.edit.kind === 'add' ? command.edit.draft.title : '';
      if (refused.includes(title)) return err(problem('queue.wouldBreak', 'No.'));
      const tasks = [...world.state.queue.tasks, taskOf(`T-2026-${title}`, { title })];
      world.do({ type: 'readQueue', tasks, problems: [] });
      told?.({ isOwn: title !== 'Joined', wasThere: others.includes(title) });
      return ok(undefined);
    },
  });
}

describe('tasks that are put into the queue', () => {
  it('are not told as put in by whoever found them there, or asked for what another was at already', async () => {
    const done = await editsBut([], ['One']).add(draftsOf('One', 'Two', 'Joined'), person);
    assert.deepEqual(done.ok && done.value.tasks.map(({ title, added }) => [title, added]), [
      ['One', false],
      ['Two', true],
      ['Joined', false],
    ]);
  });

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
