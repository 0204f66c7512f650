import { basename, relative, sep } from 'node:path';

/**
 * Whether what happened in a watched folder may matter to a path below it: the way there goes on, or ends, by that name, or
 * the folder itself has gone. Many wait for folders beside each other in a busy one, and what each of them would look at for
 * all the others grows with the square of them.
 */
export function concerns(path: string, folder: string, name: string | null): boolean {
  const next = relative(folder, path).split(sep)[0] ?? '';
  return folder === path || mayBe(name, next) || mayBe(name, basename(folder));
}

/** Some systems name no file, or spell its name in another case or normal form. */
export const mayBe = (name: string | null, wanted: string): boolean => name === null || fold(name) === fold(wanted);

const fold = (name: string): string => name.normalize('NFC').toLowerCase();
