import type { Problem } from '../../base/problem.ts';

/** What was asked for can't be meant, whatever happens to run: it ends as wrong usage, and nothing was begun. */
export const isRefusal = ({ code }: Problem): boolean => code.startsWith('source.') || refusals.has(code);

const refusals: ReadonlySet<string> = new Set([
  'agent.unknown',
  'claims.invalid',
  'loop.ownReview',
  'session.unknown',
  'task.unknown',
]);
