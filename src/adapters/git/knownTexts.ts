import { statSync } from 'node:fs';
import { fileVersion } from '../../base/fileVersion.ts';
import { readText } from './readText.ts';

/** Gives the text of a small file, as `readText` does. */
export type ReadText = (path: string) => Promise<string | null>;

/**
 * Reads a file again only when it changed. A look at hundreds of git's own files in turn is cheaper than handing each
 * over to another thread; they lie on the same disk as the log, which is read like that too.
 */
export function createKnownTexts(now: () => number): ReadText {
  const known = new Map<string, { readonly version: string; readonly text: string | null }>();
  return async (path) => {
    // Taken before the text is read: a file that is replaced between the two is read again the next time.
    const facts = statSync(path, { bigint: true, throwIfNoEntry: false });
    const version = facts?.isFile() === true ? fileVersion(facts, now()) : null;
    const before = known.get(path);
    if (version !== null && before?.version === version) return before.text;
    const text = facts === undefined ? null : await readText(path);
    if (version === null) known.delete(path);
    else known.set(path, { version, text });
    return text;
  };
}
