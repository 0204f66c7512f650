import type { CapturedPatch } from '../../app/ports/git.ts';
import type { Problem } from '../../base/problem.ts';
import { findSecrets } from '../../core/privacy/secrets.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Calls } from './calls.ts';
import type { TreeChange } from './numstat.ts';
import type { Place } from './place.ts';

/** The largest file that is searched, and how much is read at once, in bytes. */
const largest = 20 * 1024 * 1024;
/** What `cat-file` writes around an object, at most, in bytes. */
const headLength = 128;

interface Sized {
  readonly path: string;
  readonly id: string;
  readonly size: number;
}

/** Searches the files that a patch holds as binary data, where no line shows what is in them. */
export async function searchBinaries(
  calls: Calls,
  at: Place,
  patch: string,
  changes: readonly TreeChange[],
): Promise<Result<CapturedPatch['binaries'], Problem>> {
  const written = binaryChanges(patch, changes).filter((change) => change.status !== 'deleted');
  if (written.length === 0) return ok([]);
  const measured = await calls.must('measure files', {
    at,
    args: ['cat-file', '--batch-check=%(objectsize)'],
    input: written.map((change) => `${change.newId}\n`).join(''),
  });
  if (!measured.ok) return measured;
  const sizes = measured.value.out.split('\n');
  const sized = written.map(({ path, newId }, index): Sized => ({ path, id: newId, size: Number(sizes[index]) }));

  const found = new Map<string, readonly string[] | null>(sized.map(({ path }) => [path, null]));
  for (const group of groupsOf(sized.filter(({ size }) => size <= largest))) {
    const read = await calls.must('read files', {
      at,
      args: ['cat-file', '--batch'],
      input: group.map(({ id }) => `${id}\n`).join(''),
      maxBytes: group.reduce((sum, { size }) => sum + size + headLength, 0),
    });
    if (!read.ok) return read;
    let offset = 0;
    for (const { path, size } of group) {
      const start = read.value.bytes.indexOf('\n', offset) + 1;
      offset = start + size + 1;
      found.set(path, secretsIn(read.value.bytes.toString('latin1', start, start + size)));
    }
  }
  return ok([...found].map(([path, secrets]) => ({ path, secrets })));
}

/** As it stands, and without the NULs that UTF-16 puts between the letters. */
const secretsIn = (text: string): readonly string[] => [
  ...new Set([...findSecrets(text), ...findSecrets(text.replaceAll('\0', ''))]),
];

/** Sections come in the order of the changes; a changed type makes two. Lines of content never begin like this. */
function binaryChanges(patch: string, changes: readonly TreeChange[]): readonly TreeChange[] {
  const owners = changes.flatMap((change) => (change.status === 'type-changed' ? [change, change] : [change]));
  const sections = `\n${patch}`.split('\ndiff --git ').slice(1);
  return [...new Set(owners.filter((_, index) => sections[index]?.includes('\nGIT binary patch\n')))];
}

/** Files that are read at once: no more than one of the largest. */
function groupsOf(files: readonly Sized[]): readonly (readonly Sized[])[] {
  const groups: Sized[][] = [];
  let room = 0;
  for (const file of files) {
    if (file.size > room || groups.length === 0) {
      groups.push([]);
      room = largest;
    }
    groups.at(-1)?.push(file);
    room -= file.size;
  }
  return groups;
}
