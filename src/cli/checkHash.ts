import { createHash } from 'node:crypto';

/** Short name of a command by which a person allows it: the beginning of the digest of its argument vector. */
export const checkHash = (argv: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(argv)).digest('hex').slice(0, 12);
