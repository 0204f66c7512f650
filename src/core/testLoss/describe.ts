import type { TestLoss } from './types.ts';

/** One loss as a line for agents, in English. */
export function describeLoss({ path, kind, before, after, lines }: TestLoss): string {
  const place = lines.length > 0 ? `${path}:${lines.join(',')}` : path;
  switch (kind) {
    case 'deleted':
      return `${place} - deleted, with ${before} tests`;
    case 'skipped':
      return `${place} - ${after} tests are skipped or kept from running, ${before} before`;
    case 'fewer-tests':
      return `${place} - ${after} tests, ${before} before`;
    case 'fewer-assertions':
      return `${place} - ${after} assertions, ${before} before`;
    case 'trivial':
      return `${place} - ${after} assertions hold whatever is tested, ${before} before`;
    case 'unread':
      return `${place} - could not be looked at`;
  }
}
