import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, readText } from './readText.ts';

/** The file that holds most refs of an old repository: long, and seldom written. */
export interface PackedRefs {
  /** Object id of each ref in it now; the file is read again only when it changed. */
  read(): Promise<ReadonlyMap<string, string>>;
}

export function createPackedRefs(commonDir: string): PackedRefs {
  const path = join(commonDir, 'packed-refs');
  let known: { readonly version: string; readonly refs: Promise<ReadonlyMap<string, string>> } | null = null;
  return {
    async read() {
      // Taken before the text is read: a file that is replaced between the two is read again the next time.
      const version = await versionOf(path);
      if (known?.version !== version) known = { version, refs: parse(path) };
      const { refs } = known;
      refs.catch(() => (known = null));
      return refs;
    },
  };
}

/** Git writes a new file and renames it, so that the inode differs even within one tick of the clock. */
async function versionOf(path: string): Promise<string> {
  try {
    const { ino, mtimeNs, size } = await stat(path, { bigint: true });
    return `${ino} ${mtimeNs} ${size}`;
  } catch (error) {
    if (isMissing(error)) return 'none';
    throw error;
  }
}

async function parse(path: string): Promise<ReadonlyMap<string, string>> {
  const lines = ((await readText(path)) ?? '').split('\n');
  return new Map(
    lines.flatMap((line) =>
      /^[0-9a-f]/.test(line) ? [[line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))] as const] : [],
    ),
  );
}
