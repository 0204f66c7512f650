import { queueCounts } from './queue.ts';
import { phrase } from './words.ts';
import type { Scene, ViewContext } from './viewContext.ts';

/** What stands beside the title of the sessions: the team that is at work. */
export const sessionsDescription = (_ctx: ViewContext, { state }: Scene): string => state.topology?.id ?? '';

/** What stands beside the title of the queue: how many tasks are ready, and how many wait for something. */
export const queueDescription = (ctx: ViewContext, scene: Scene): string => {
  const { ready, blocked } = queueCounts(scene);
  return phrase(
    ready === 0 ? null : ctx.t('{count} ready', { count: ready }),
    blocked === 0 ? null : ctx.t('{count} blocked', { count: blocked }),
  );
};
