import { createKnownTexts, type ReadText } from './knownTexts.ts';
import { createPackedRefs, type PackedRefs } from './packedRefs.ts';
import { readText } from './readText.ts';

/** How the files of refs are read. */
export interface RefFiles {
  readonly packed: PackedRefs;
  readonly text: ReadText;
}

/** For one look. */
export const freshRefFiles = (commonDir: string): RefFiles => ({ packed: createPackedRefs(commonDir), text: readText });

/** For all looks of a process: what did not change since the last one is not read again. */
export const keptRefFiles = (commonDir: string, now: () => number): RefFiles => ({
  packed: createPackedRefs(commonDir),
  text: createKnownTexts(now),
});
