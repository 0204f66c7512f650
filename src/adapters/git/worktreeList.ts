import { statusEntries } from './statusEntries.ts';
import type { WorktreeStatus } from '../../app/ports/git.ts';
import { fill, type Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Base } from '../../core/loop/types.ts';
import { listAdmins } from './admins.ts';
import type { Calls } from './calls.ts';
import type { Capabilities } from './capabilities.ts';
import type { Distances } from './distances.ts';
import { canonical } from './readText.ts';
import { central, type Repository } from './repository.ts';

interface Listed {
  readonly path: string;
  readonly bare: boolean;
  readonly branch: string | null;
  readonly head: string | null;
  readonly locked: string | null;
  readonly prunable: string | null;
}

interface ListDeps {
  readonly calls: Calls;
  readonly repository: Repository;
  readonly can: Pick<Capabilities, 'listNul'>;
  readonly own: { readonly distances: Distances };
}

/** Every checkout of the repository with a fresh status where that is asked for; the bare entry of a bare layout is no checkout. */
export async function listWorktrees(
  { calls, repository, can, own }: ListDeps,
  base?: Pick<Base, 'ref' | 'commit'>,
  paths: readonly string[] = [],
  ask: (path: string, head: string | null) => boolean = () => true,
): Promise<Result<readonly WorktreeStatus[], Problem>> {
  const listed = await calls.must('list worktrees', {
    at: central(repository),
    args: ['worktree', 'list', '--porcelain', ...(can.listNul ? ['-z'] : [])],
  });
  if (!listed.ok) return listed;
  const entries = parseList(listed.value.out, can.listNul ? '\0' : '\n');
  const gitDirs = new Map((await listAdmins(repository.commonDir)).map((admin) => [admin.path, admin.folder]));
  const spelled = new Map(await Promise.all(paths.map(async (path) => [await canonical(path), path] as const)));
  const statuses = await Promise.all(
    entries.map(async (entry, index): Promise<Result<WorktreeStatus | null, Problem>> => {
      const { bare, ...rest } = entry;
      // The first entry is the main checkout; in a submodule git names its git dir there instead.
      if (index === 0 && (bare || repository.bare)) return ok(null);
      const path = index === 0 ? repository.controlRoot : await canonical(entry.path);
      const gitDir = index === 0 ? repository.commonDir : gitDirs.get(path);
      const shown = spelled.get(path) ?? path;
      const unread = gitDir === undefined || entry.prunable !== null || !ask(shown, entry.head);
      const counts = unread ? ok(nothing) : await readStatus(calls, path, gitDir);
      // One worktree that can't be read (its folder was just removed) must not hide the others.
      const status = counts.ok ? counts.value : { ...nothing, prunable: fill(counts.error.text, counts.error.params) };
      return ok({
        ...rest,
        path: shown,
        ...status,
        ...(await own.distances({ calls, repository }, entry.head, base)),
      });
    }),
  );
  return ok(statuses.flatMap((status) => (status.ok && status.value !== null ? [status.value] : [])));
}

type Counts = Pick<WorktreeStatus, 'changed' | 'untracked' | 'dirty'>;

const nothing: Counts = { changed: 0, untracked: 0 };
async function readStatus(calls: Calls, path: string, gitDir: string): Promise<Result<Counts, Problem>> {
  const asked = await calls.must('read the status', {
    at: { cwd: path, gitDir, workTree: path },
    args: ['status', '--porcelain=v2', '-z', '--untracked-files=normal', '--no-renames', '--ignore-submodules=dirty'],
    maxBytes: 64 * 1024 * 1024,
  });
  return asked.ok ? ok(parseStatus(asked.value.out)) : asked;
}

/** Paths that are kept of one status: more would only fill memory. */
const mostDirty = 1000;

/** How many paths of a status are new and how many are not, and their names as far as they are kept. */
function parseStatus(out: string): Counts {
  const counts = { changed: 0, untracked: 0 };
  const dirty: string[] = [];
  for (const { path, untracked } of statusEntries(out)) {
    if (untracked) counts.untracked += 1;
    else counts.changed += 1;
    if (dirty.length < mostDirty) dirty.push(path);
  }
  return { ...counts, dirty };
}

/** Entries of `worktree list --porcelain`, each ended by an empty part. */
function parseList(out: string, separator: '\0' | '\n'): readonly Listed[] {
  const blocks = out.split(separator + separator).filter((block) => block !== '');
  return blocks.map((block) => {
    const fields = new Map(
      block.split(separator).map((line) => {
        const space = line.indexOf(' ');
        return space === -1 ? ([line, ''] as const) : ([line.slice(0, space), line.slice(space + 1)] as const);
      }),
    );
    const head = fields.get('HEAD') ?? null;
    return {
      path: fields.get('worktree') ?? '',
      bare: fields.has('bare'),
      branch: fields.get('branch')?.replace(/^refs\/heads\//, '') ?? null,
      head: head === null || /^0+$/.test(head) ? null : head,
      locked: fields.get('locked') ?? null,
      prunable: fields.get('prunable') ?? null,
    };
  });
}
