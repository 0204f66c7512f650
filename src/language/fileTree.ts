import { opendir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, isAbsolute } from 'node:path';

interface FileName {
  readonly name: string;
  readonly folder: boolean;
}

/** The files of a checkout, as far as the server looks at them. Whatever can't be read is not there. */
export interface FileTree {
  /** Null when it is missing, no plain file, or larger than anybody writes. */
  read(root: string, path: string): Promise<string | null>;
  isFile(root: string, path: string): Promise<boolean>;
  /** Whether two names mean the same folder. */
  isSame(root: string, other: string): Promise<boolean>;
  /** Sorted; `cut` when the folder holds more. Empty for a folder outside of the root. */
  list(root: string, folder: string): Promise<{ readonly names: readonly FileName[]; readonly cut: boolean }>;
}

const mostNames = 1_000;
const mostBytes = 4_000_000;

/** The files on this machine's disk. */
export const createFileTree = (): FileTree => {
  const kindOf = async (root: string, path: string): Promise<{ isFile: boolean; size: number }> => {
    const found = await stat(join(root, path)).catch(() => null);
    return { isFile: found?.isFile() ?? false, size: found?.size ?? 0 };
  };
  return {
    read: async (root, path) => {
      const { isFile, size } = await kindOf(root, path);
      if (!isFile || size > mostBytes) return null;
      return readFile(join(root, path), 'utf8').catch(() => null);
    },
    isFile: async (root, path) => (await kindOf(root, path)).isFile,
    isSame: async (root, other) => {
      if (root === other) return true;
      const [one, two] = await Promise.all([root, other].map((path) => realpath(path).catch(() => null)));
      return one !== null && one === two;
    },
    list: async (root, folder) => {
      try {
        const [top, place] = await Promise.all([realpath(root), realpath(join(root, folder))]);
        const below = relative(top, place);
        // A link may lead anywhere; what lies outside of the checkout can't be claimed, nor what is git's.
        if (/^\.(?:\.|git$|git[/\\])/.test(below) || isAbsolute(below)) return { names: [], cut: false };
        const names: FileName[] = [];
        for await (const entry of await opendir(place)) {
          if (entry.name === '.git') continue;
          if (names.length === mostNames) return { names: names.toSorted(byName), cut: true };
          names.push({ name: entry.name, folder: entry.isDirectory() });
        }
        return { names: names.toSorted(byName), cut: false };
      } catch {
        return { names: [], cut: false };
      }
    },
  };
};

const byName = (a: FileName, b: FileName): number => (a.name < b.name ? -1 : 1);
