import { problem } from '../../../base/problem.ts';
import { whenExecuting, type TickRule } from '../rule.ts';

/** The queue says what a task is. One that can't be read is a reason to stop, never a crash and never an empty queue. */
export const queue: TickRule = (scene) => {
  const { state, facts } = scene;
  const [unread] = state.queue.problems;
  if (unread && state.queue.tasks.length === 0) return { blockers: [unread] };
  if (facts.task === null || state.queue.tasks.some((task) => task.id === facts.task)) return {};
  return whenExecuting(scene, [
    problem('tick.unknownTask', '{task} is not in the queue. Add it there, or choose another with --task.', {
      task: facts.task,
    }),
  ]);
};
