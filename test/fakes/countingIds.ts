import type { Ids } from '../../src/app/ports/system.ts';

/** `id-1`, `id-2`, …: a test can name what it expects. */
export function createCountingIds(prefix = 'id'): Ids {
  let count = 0;
  return { next: () => `${prefix}-${++count}` };
}
