import { randomBytes } from 'node:crypto';
import type { Ids } from '../../app/ports/system.ts';

/** 48 random bits, short enough for folder names in lower-case hex: legal in file and branch names, also where case is not told apart. */
export function createRandomIds(): Ids {
  return { next: () => randomBytes(6).toString('hex') };
}
