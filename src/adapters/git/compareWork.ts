import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { WorkComparison, WorkSnapshot } from '../../app/ports/git.ts';
import { because, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { findLargeFiles } from './largeFiles.ts';
import { makeBorrower } from './borrower.ts';
import type { Calls } from './calls.ts';
import type { Capabilities } from './capabilities.ts';
import { mergeMany } from './mergeMany.ts';
import type { Place } from './place.ts';
import { openPrivateIndex, type PrivateIndex } from './privateIndex.ts';
import * as problems from './problems.ts';
import { answering, createRefReader } from './readRefs.ts';
import { central, type Repository } from './repository.ts';
import { isThere } from './repositoryLock.ts';

export interface CompareDeps {
  readonly calls: Calls;
  readonly repository: Repository;
  /** Takes the files of the comparison. */
  readonly folder: string;
  readonly can: Capabilities;
  readonly placeOf: (path: string) => Promise<Result<Place, Problem>>;
}

type Asked = Parameters<WorkComparison['look']>[0][number];

interface Taken {
  readonly commit: string;
  readonly tree: string;
  /** Where the checkout left the base. */
  readonly from: string;
  /** Changed paths that were not read. */
  readonly unread: readonly string[];
}

/**
 * Reads checkouts into a bare repository of its own, which borrows the real one's objects: nothing is written to that.
 * What was read is kept until `dispose`, so that one checkout can be read anew and compared with the others.
 */
export function compareWork(deps: CompareDeps): WorkComparison {
  const { calls, repository } = deps;
  const own = join(deps.folder, `compare-${process.pid}-${randomUUID()}`);
  const gitDir = join(own, 'taken');
  const at: Place = { cwd: gitDir, gitDir, workTree: null };
  const mergeBases = new Map<string, string>();
  let made: Promise<void> | null = null;
  const ready = (id: string): Promise<void> =>
    (made ??= removeAbandoned(deps.folder).then(() =>
      makeBorrower(gitDir, join(repository.commonDir, 'objects'), id.length === 64),
    ));

  /** The commit at which a head left the base; both are commits, so that the answer never changes. */
  async function leftAt(base: string, head: string): Promise<Result<string, Problem>> {
    if (base === head) return ok(base);
    const known = mergeBases.get(`${base} ${head}`);
    if (known !== undefined) return ok(known);
    const asked = await calls.must('find the common commit', {
      at: central(repository),
      args: ['merge-base', base, head],
    });
    if (!asked.ok) return asked;
    const found = asked.value.out.split('\n')[0] ?? '';
    mergeBases.set(`${base} ${head}`, found);
    return ok(found);
  }

  /** A checkout may vanish or change its files while it is read: that is an answer, too. */
  const take = ({ path, base, dirty }: Asked): Promise<Result<Taken, Problem>> =>
    answering(() => read(path, base, dirty ?? [])).catch((error: unknown) =>
      err(problems.gitFailed('read the working files', error instanceof Error ? error.message : String(error))),
    );

  async function read(path: string, base: string, dirty: readonly string[]): Promise<Result<Taken, Problem>> {
    const place = await deps.placeOf(path);
    if (!place.ok) return place;
    const refs = await createRefReader(calls, repository.commonDir, place.value.gitDir);
    const head = await refs.resolve('HEAD');
    if (head === null) return err(problems.unborn(path));
    await ready(head);
    const from = await leftAt(base, head);
    if (!from.ok) return from;
    const index = await openPrivateIndex(calls, place.value, own, join(gitDir, 'objects'));
    if (!index.ok) return index;
    try {
      const unread = await takeIn(index.value, await findLargeFiles(path, dirty));
      if (!unread.ok) return unread;
      const tree = await index.value.tree();
      if (!tree.ok) return tree;
      const commit = await writeCommit(gitDir, tree.value, head);
      return ok({ tree: tree.value, from: from.value, commit, unread: unread.value });
    } finally {
      await index.value.dispose();
    }
  }

  return {
    async look(checkouts) {
      const taken = await Promise.all(checkouts.map(take));
      const there = taken.flatMap((one) => (one.ok ? [one.value] : []));
      const files = await changedFiles(calls, at, there);
      return taken.map((one): Result<WorkSnapshot, Problem> => {
        if (!one.ok) return one;
        if (!files.ok) return files;
        const { commit, unread } = one.value;
        const changed = files.value[there.indexOf(one.value)] ?? [];
        return ok({
          commit,
          files: unread.length === 0 ? changed : [...new Set([...changed, ...unread])].toSorted(),
          unread,
        });
      });
    },
    async forecast(pairs) {
      if (!deps.can.mergeMany) return pairs.map(() => err(problems.noForecast(deps.can.version)));
      // What merging writes is of no use afterwards, unlike what was read.
      const merging = join(own, randomUUID());
      try {
        await makeBorrower(merging, join(gitDir, 'objects'), (pairs[0]?.[0].length ?? 0) === 64);
        return await mergeMany(calls, merging, pairs);
      } finally {
        await rm(merging, { recursive: true, force: true });
      }
    },
    dispose: () => rm(own, { recursive: true, force: true }),
  };
}

/** Takes in all work but what is too large to be read for this; answers what that is. */
async function takeIn(index: PrivateIndex, large: readonly string[]): Promise<Result<readonly string[], Problem>> {
  const taken = large.length === 0 ? await index.addAll() : await index.addAllBut(large);
  if (!taken.ok) return taken;
  return ok('left' in taken.value ? taken.value.left : []);
}

/** Changed paths of each, a renamed file by both names; one process for all. */
async function changedFiles(
  calls: Calls,
  at: Place,
  taken: readonly Taken[],
): Promise<Result<readonly (readonly string[])[], Problem>> {
  if (taken.length === 0) return ok([]);
  const trees = await calls.must('find trees', {
    at,
    args: ['cat-file', '--batch-check=%(objectname)'],
    input: taken.map(({ from }) => `${from}^{tree}\n`).join(''),
  });
  if (!trees.ok) return trees;
  const from = trees.value.out.split('\n');
  const heads = taken.map(({ tree }, index) => `${from[index]} ${tree}\n`);
  const listed = await calls.must('compare trees', {
    at,
    args: ['diff-tree', '--stdin', '-r', '-z', '--name-only', '--no-renames', '--no-ext-diff'],
    input: heads.join(''),
    maxBytes: 256 * 1024 * 1024,
  });
  if (!listed.ok) return listed;
  // Each answer begins with its question on a line of its own; names end with NUL.
  let rest = listed.value.out;
  const found: (readonly string[])[] = [];
  for (const [index, head] of heads.entries()) {
    if (!rest.startsWith(head)) return err(problems.gitFailed('compare trees', because('its answer has another form')));
    rest = rest.slice(head.length);
    const next = heads[index + 1];
    const isNext = (text: string): boolean => next !== undefined && text.startsWith(next);
    const names: string[] = [];
    while (rest !== '' && !isNext(rest)) {
      const end = rest.indexOf('\0');
      if (end === -1) return err(problems.gitFailed('compare trees', because('its answer ends too early')));
      names.push(rest.slice(0, end));
      rest = rest.slice(end + 1);
    }
    found.push(names);
  }
  return ok(found);
}

/** Nobody's commit of nobody's time: the same tree on the same head is always the same commit. No process is started for it. */
async function writeCommit(gitDir: string, tree: string, head: string): Promise<string> {
  const who = 'MAM <mam@localhost> 0 +0000';
  const text = `tree ${tree}\nparent ${head}\nauthor ${who}\ncommitter ${who}\n\nwork in progress\n`;
  const bytes = Buffer.from(`commit ${Buffer.byteLength(text)}\0${text}`);
  const id = createHash(head.length === 64 ? 'sha256' : 'sha1')
    .update(bytes)
    .digest('hex');
  const folder = join(gitDir, 'objects', id.slice(0, 2));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, id.slice(2)), deflateSync(bytes));
  return id;
}

const abandonedMs = 24 * 60 * 60_000;

/** A killed process leaves its comparison behind. One that nobody used for a day, and whose process is gone, is removed. */
async function removeAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const pid = /^compare-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isThere(Number(pid))) continue;
    const path = join(folder, name);
    const used = await stat(path).catch(() => null);
    if (used !== null && used.mtimeMs < Date.now() - abandonedMs) await rm(path, { recursive: true, force: true });
  }
}
