import type { FileChange } from '../../core/loop/types.ts';

/** One path that differs between two trees, with what git stores of both sides. */
export interface TreeChange extends FileChange {
  readonly oldMode: string;
  readonly newMode: string;
  readonly newId: string;
}

/** Modes of tree entries that are no plain files. */
export const linkMode = '120000';
export const repositoryMode = '160000';

/** Arguments of `diff-tree` whose output `parseChanges` reads. */
export const changesArgs = [
  'diff-tree',
  '-r',
  '-z',
  '--raw',
  '--numstat',
  '--no-renames',
  '--no-abbrev',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=none',
];

const statuses: Readonly<Record<string, FileChange['status']>> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  T: 'type-changed',
};

/** Reads `--raw --numstat -z`: first a record and a path for each change, then the counts for each. */
export function parseChanges(out: string): readonly TreeChange[] {
  const parts = out.split('\0');
  const found = new Map<string, TreeChange>();
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? '';
    if (part.startsWith(':')) {
      const [oldMode = '', newMode = '', , newId = '', letter = ''] = part.slice(1).split(' ');
      const path = parts[++index] ?? '';
      found.set(path, { path, status: statuses[letter] ?? 'modified', added: 0, removed: 0, oldMode, newMode, newId });
      continue;
    }
    // A binary file has dashes for counts.
    const counts = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(part);
    const change = counts === null ? undefined : found.get(counts[3] ?? '');
    if (counts === null || change === undefined) continue;
    found.set(change.path, { ...change, added: Number(counts[1]) || 0, removed: Number(counts[2]) || 0 });
  }
  return [...found.values()];
}

/** Without what only git needs. */
export const toFileChange = ({ path, status, added, removed }: TreeChange): FileChange => ({
  path,
  status,
  added,
  removed,
});
