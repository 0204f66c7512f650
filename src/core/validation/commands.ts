import { normaliseChangedFile, outsideRepository } from '../surface/changedFiles.ts';
import { entriesMatcher } from '../topology/loadBearing.ts';
import type { ValidationCommand } from './types.ts';

/** The argument that stands for files. */
const placeholder = '{files}';

/** Most files that one command line gets. */
const mostFiles = 200;

/**
 * The command lines that are for some changed files, in the order of the list and each once. `files` are those that may
 * be named: there, and not private.
 */
export function applicableCommands(
  files: readonly string[],
  commands: readonly ValidationCommand[],
): readonly (readonly string[])[] {
  const lines = commands.flatMap(({ argv, paths }) => {
    const own = paths === undefined ? files : files.filter(entriesMatcher(paths));
    const at = argv.indexOf(placeholder);
    if (at === -1) return paths === undefined || own.length > 0 ? [argv] : [];
    const chunks = Array.from({ length: Math.ceil(own.length / mostFiles) }, (_, i) =>
      own.slice(i * mostFiles, (i + 1) * mostFiles),
    );
    return chunks.map((chunk) => [...argv.slice(0, at), ...chunk.map(asArgument), ...argv.slice(at + 1)]);
  });
  return [...new Map(lines.map((argv) => [JSON.stringify(argv), argv])).values()];
}

/** A file whose name begins with a dash must not be taken for an option. */
const asArgument = (file: string): string => (file.startsWith('-') ? `./${file}` : file);

/** Whether a command line is, word for word, one of the list, with files of its paths in place of `{files}`. */
export const isValidation = (
  argv: readonly string[],
  commands: readonly ValidationCommand[],
  about: { readonly root: string; readonly isPrivate: (path: string) => boolean },
): boolean =>
  commands.some((command) => {
    const at = command.argv.indexOf(placeholder);
    if (at === -1) return sameWords(argv, command.argv);
    const rest = command.argv.length - at - 1;
    const end = argv.length - rest;
    const files = argv.slice(at, end);
    const matches = entriesMatcher(command.paths ?? ['**']);
    return (
      files.length > 0 &&
      sameWords(
        [...argv.slice(0, at), ...argv.slice(end)],
        command.argv.filter((_, i) => i !== at),
      ) &&
      files.every((file) => {
        const path = file.startsWith('-') ? null : normaliseChangedFile(file, about.root);
        return path !== null && path !== outsideRepository && matches(path) && !about.isPrivate(path);
      })
    );
  });

const sameWords = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((word, i) => word === b[i]);
