import { readFile } from 'node:fs/promises';
import { isMissing } from './readText.ts';
import type { ReadText } from './knownTexts.ts';

/** For how long an answer counts, in milliseconds. */
const freshMs = 1000;

/**
 * Reads files that change when somebody installs something, and that may lie on a disk which takes long: on another thread,
 * and no more than once a second, however many calls ask for them.
 */
export function createRecentTexts(now: () => number): ReadText {
  const asked = new Map<string, { readonly at: number; readonly text: Promise<string | null> }>();
  return (path) => {
    const before = asked.get(path);
    if (before !== undefined && Math.abs(now() - before.at) < freshMs) return before.text;
    const text = readFile(path, 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    asked.set(path, { at: now(), text });
    return text;
  };
}
