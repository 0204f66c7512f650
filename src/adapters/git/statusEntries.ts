import { splitNul } from './calls.ts';

/** A path that differs from the last commit or is new. */
interface StatusEntry {
  readonly path: string;
  readonly untracked: boolean;
}

/** What `status --porcelain=v2 -z --no-renames` says: one part for each path. */
export const statusEntries = (out: string): readonly StatusEntry[] =>
  splitNul(out).flatMap((part) => {
    const path = /^(?:\? |1 (?:\S+ ){7}|u (?:\S+ ){9})(.*)$/s.exec(part)?.[1];
    return path === undefined ? [] : [{ path, untracked: part.startsWith('? ') }];
  });
