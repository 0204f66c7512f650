import { join } from 'node:path';
import { readText } from './readText.ts';
import type { Repository } from './repository.ts';

/** Whether the history ends somewhere, so that git denies relations of commits which there are. */
export const isShallow = async ({ commonDir }: Repository): Promise<boolean> =>
  ((await readText(join(commonDir, 'shallow'))) ?? '') !== '';
