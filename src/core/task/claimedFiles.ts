import { globMatcher } from '../lease/glob.ts';

/** What the claims of a task stand for while nobody has changed anything. */
export interface ClaimedFiles {
  /** Tracked files below the claims; a claim that no tracked file is meant by stands for itself. */
  readonly files: readonly string[];
  /** Claims of which nobody can say what they touch: globs and folders that mean no tracked file, or too many. */
  readonly unknown: readonly string[];
}

/** Most files that one claim stands for. More are no description of a change. */
const most = 5000;

/** Takes globs and folders apart, so that what they cover is looked at like any other changed file. */
export function claimedFiles(claims: readonly string[], tracked: readonly string[]): ClaimedFiles {
  const found = claims.map((claim) => ({ claim, files: tracked.filter(globMatcher(claim)) }));
  const isOpen = ({ claim, files }: (typeof found)[number]): boolean =>
    files.length > most || (files.length === 0 && /[*?{}]|\/$/.test(claim));
  return {
    files: [
      ...new Set(found.flatMap(({ claim, files }) => (files.length === 0 || files.length > most ? [claim] : files))),
    ],
    unknown: found.filter(isOpen).map(({ claim }) => claim),
  };
}
