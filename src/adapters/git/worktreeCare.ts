import { rmdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { WorktreeCare } from '../../app/ports/worktreeCare.ts';
import { isoSeconds } from '../../base/clock.ts';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { readManifest } from './archive.ts';
import { branchStand } from './branchStand.ts';
import type { Calls } from './calls.ts';
import type { Identity } from './moveRef.ts';
import type { Creation } from './creation.ts';
import { examine } from './examine.ts';
import { listCommits } from './listCommits.ts';
import type { ownTools } from './ownTools.ts';
import { putBack } from './putBack.ts';
import { answering } from './readRefs.ts';
import { canonical } from './readText.ts';
import { central, type Repository } from './repository.ts';
import { setUp } from './setUp.ts';
import { removeWorktree } from './worktreeRemove.ts';
import { lookAtWorktree } from './worktreeSight.ts';

interface Context {
  readonly repository: Repository;
  readonly tmp: string;
  readonly own: ReturnType<typeof ownTools>;
}

/** The calls for what people do with linked worktrees. */
export const worktreeCare = (
  calls: Calls,
  context: () => Promise<Result<Context, Problem>>,
  { who, now }: { readonly who: Identity; readonly now: () => number },
): WorktreeCare => ({
  async lookAtWorktree(path) {
    const at = await context();
    if (!at.ok) return at;
    const { repository, tmp } = at.value;
    return answering(() => lookAtWorktree({ calls, repository, folder: tmp, journal: at.value.own.journal }, path));
  },
  async removeWholeWorktree(path, name) {
    const at = await context();
    if (!at.ok) return at;
    const { repository, tmp, own } = at.value;
    const deps = { calls, repository, who, folder: tmp, now, journal: own.journal, trash: own.trash };
    const removed = await own.lock.run(() =>
      answering(async () => {
        const begun = await own.journal.read(await canonical(path));
        const gone = await removeWorktree(deps, { path, name, known: [], whole: true });
        if (gone.ok && begun !== null) await undoBranch(calls, repository, begun);
        return gone;
      }),
    );
    if (removed.ok) await removeOwnParent(repository, path);
    return removed;
  },
  async setUpWorktree(spec) {
    const at = await context();
    if (!at.ok) return at;
    const { repository, own, tmp } = at.value;
    return own.lock.run(() => answering(() => setUp(calls, repository, spec, tmp)));
  },
  async examineWorktrees(limits) {
    const at = await context();
    if (!at.ok) return at;
    const { repository, own, tmp } = at.value;
    const deps = { calls, repository, folder: tmp, journal: own.journal, now };
    return answering(async () => ok(await examine(deps, limits)));
  },
  async listCommits(from, to) {
    const at = await context();
    return at.ok ? listCommits(calls, at.value.repository, from, to) : at;
  },
  async commitTime(commit) {
    const at = await context();
    if (!at.ok) return null;
    const shown = await calls.run('read a commit', {
      at: central(at.value.repository),
      args: ['show', '-s', '--format=%ct', `${commit}^{commit}`],
    });
    return shown.ok && shown.value.code === 0 ? isoSeconds(Number(shown.value.out) * 1000) : null;
  },
  async branchStand(branch, from) {
    const at = await context();
    return at.ok ? branchStand(calls, at.value.repository, branch, from) : null;
  },
  async keptWorktree(name) {
    const at = await context();
    if (!at.ok) return at;
    const read = await readManifest(at.value.repository.commonDir, name);
    if (!read.ok || read.value === null) return read.ok ? ok(null) : read;
    const { path, branch, head, entries, deleted, specials } = read.value;
    const paths = entries.filter(({ kind }) => kind !== 'folder').map((entry) => entry.path);
    const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    return ok({ path, branch, head, files: paths.length + deleted.length, bytes, paths, specials });
  },
  async putBackWorktree(name, path) {
    const at = await context();
    if (!at.ok) return at;
    const { repository, own } = at.value;
    return own.lock.run(() => answering(() => putBack(calls, repository.commonDir, name, path)));
  },
});

/** A branch that was made for a worktree which was never finished goes with it, as long as nothing was added to it. */
async function undoBranch(calls: Calls, repository: Repository, { spec, madeBranch }: Creation): Promise<void> {
  if (!madeBranch || spec.branch === null) return;
  await calls.run('delete the branch', {
    at: central(repository),
    args: ['update-ref', '-d', `refs/heads/${spec.branch}`, spec.commit],
  });
}

/** A worktree for an issue lies in a folder of its own beside the repository, which goes with it once it is empty. */
async function removeOwnParent({ controlRoot }: Repository, path: string): Promise<Result<void, never>> {
  if (basename(path) === basename(controlRoot) && dirname(dirname(path)) === dirname(controlRoot))
    await rmdir(dirname(path)).catch(() => undefined);
  return ok(undefined);
}
