import { unknownTask } from '../../ship/reasons.ts';
import { whenExecuting, type TickRule } from '../rule.ts';

/** The queue says what a task is. One that can't be read is a reason to stop, never a crash and never an empty queue. */
export const queue: TickRule = (scene) => {
  const { state, facts } = scene;
  const [unread] = state.queue.problems;
  if (unread && state.queue.tasks.length === 0) return { blockers: [unread] };
  if (facts.task === null || state.queue.tasks.some((task) => task.id === facts.task)) return {};
  return whenExecuting(scene, [unknownTask(facts.task)]);
};
