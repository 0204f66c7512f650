import { queueView } from './queue.ts';
import { phrase } from './words.ts';
import type { Scene, ViewContext } from './viewContext.ts';

/** What stands beside the title of the sessions: the team that is at work. */
export const sessionsDescription = (_ctx: ViewContext, { state }: Scene): string => state.topology?.id ?? '';

/** What stands beside the title of the queue: how many tasks are ready, and how many wait for a person. */
export const queueDescription = (ctx: ViewContext, scene: Scene): string => {
  const nodes = queueView(ctx, scene);
  const ready = nodes.filter((node) => node.contextValue === 'task.queued' && node.tone !== 'muted').length;
  const waiting = nodes.filter((node) => node.tone === 'attention').length;
  return phrase(
    ready === 0 ? null : ctx.t('{count} waiting', { count: ready }),
    waiting === 0 ? null : ctx.t('{count} for you', { count: waiting }),
  );
};
