import { join } from 'node:path';
import type { Git } from '../../app/ports/git.ts';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { resolveBase } from './base.ts';
import { branchProblem } from './branches.ts';
import { listBranches } from './branchList.ts';
import { createCalls, type RunProcess } from './calls.ts';
import { createCapabilities, type Capabilities } from './capabilities.ts';
import { capture, snapshot } from './capture.ts';
import { changeSince } from './changeSince.ts';
import { changedPaths } from './changedPaths.ts';
import { listCheckouts, listLinked, ownCheckout } from './checkouts.ts';
import { commit } from './commit.ts';
import type { Identity } from './moveRef.ts';
import { compareWork } from './compareWork.ts';
import { describeChange } from './describeChange.ts';
import { deleteBranch } from './deleteBranch.ts';
import { fastForward } from './fastForward.ts';
import { fetchBranch } from './fetchBranch.ts';
import { forecast } from './forecast.ts';
import { linkedPlace, proveIsolation } from './isolation.ts';
import { keepPrograms, onlyKnownPrograms } from './knownPrograms.ts';
import { namedRefs } from './namedRefs.ts';
import { ownTools } from './ownTools.ts';
import { patchArgs } from './patch.ts';
import type { Place } from './place.ts';
import { createPorcelain } from './porcelain.ts';
import { keepEdits, type Threat } from './keepEdits.ts';
import { readFileAt } from './readFileAt.ts';
import { answering, createRefReader } from './readRefs.ts';
import { canonical } from './readText.ts';
import { central, findRepository, mainCheckout, type Repository } from './repository.ts';
import { createRemoteUrls } from './remoteUrls.ts';
import { rescue } from './rescue.ts';
import { returningWork } from './returningWork.ts';
import { switchBranch } from './switchBranch.ts';
import { worktreeCare } from './worktreeCare.ts';
import { createWorktree } from './worktreeCreate.ts';
import { lookShared } from './lookShared.ts';
import { listWorktrees } from './worktreeList.ts';
import { forgetEntry, removeWorktree } from './worktreeRemove.ts';

export interface GitDeps {
  /** Any folder of the repository: the main checkout, a linked worktree, a folder below one. */
  readonly folder: string;
  /** Program; `git` of the PATH unless said. */
  readonly git?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly run: RunProcess;
  /** Who commits; `MAM <mam@localhost>` unless said. */
  readonly who?: Identity;
  readonly now?: () => number;
}

export interface GitAdapter extends Git {
  /** Where the remotes are; empty when git can't tell. */
  remoteUrls(): Promise<readonly string[]>;
  /** Resolves when nothing is being deleted in the background. */
  settled(): Promise<void>;
}

interface Context {
  readonly repository: Repository;
  readonly can: Capabilities;
  /** Files of our own, below the common dir. */
  readonly tmp: string;
}

/** Git of one repository, by the git program. Nothing is started before the first call. */
export function createGit(deps: GitDeps): GitAdapter {
  const who = deps.who ?? { name: 'MAM', email: 'mam@localhost' };
  const now = deps.now ?? Date.now;
  const calls = onlyKnownPrograms(createCalls({ git: deps.git ?? 'git', env: deps.env, run: deps.run, now }));
  const porcelain = createPorcelain(calls);
  const capabilities = createCapabilities(porcelain, calls.git);
  const remoteUrls = createRemoteUrls(porcelain);
  const settling: (() => Promise<void>)[] = [];
  let known: (Context & { readonly own: ReturnType<typeof ownTools> }) | null = null;

  async function context(): Promise<Result<NonNullable<typeof known>, Problem>> {
    if (known !== null) return ok(known);
    const [can, repository] = await Promise.all([capabilities(), findRepository(calls, deps.folder)]);
    if (!can.ok) return can;
    if (!repository.ok) return repository;
    // Two first calls at once must share one lock.
    if (known !== null) return ok(known);
    const own = ownTools(repository.value.commonDir, now);
    settling.push(() => own.trash.settled());
    known = { repository: repository.value, can: can.value, tmp: join(repository.value.commonDir, 'mam/tmp'), own };
    return ok(known);
  }

  /** Main checkout or linked worktree; a linked one only when its own files prove that it is one. */
  async function placeOf(repository: Repository, path: string): Promise<Result<Place, Problem>> {
    const main = mainCheckout(repository);
    return main !== null && (await canonical(path)) === main.cwd ? ok(main) : linkedPlace(repository.commonDir, path);
  }

  /** Alone in the repository, over all processes. */
  const alone = <T>({ own }: NonNullable<typeof known>, task: () => Promise<Result<T, Problem>>) =>
    own.lock.run(() => answering(task));

  const creation = ({ repository, own, tmp }: NonNullable<typeof known>) => {
    const keeping = { calls, repository, who, folder: tmp, now };
    return {
      ...{ calls, repository, journal: own.journal, trash: own.trash },
      forget: (admin: Parameters<typeof forgetEntry>[1]) =>
        forgetEntry({ ...keeping, trash: own.trash }, admin, { name: `forgotten-${admin.id}`, known: [] }),
      keep: (place: Place, path: string, threat: Threat) => keepEdits(keeping, place, path, threat),
    };
  };

  return {
    ...returningWork(calls, context, who),
    ...worktreeCare(calls, context, { who, now }),
    async facts() {
      const at = await context();
      if (!at.ok) return at;
      const { repository } = at.value;
      const { commonDir, controlRoot, sourceRoot, bare } = repository;
      return answering(async () => {
        const refs = await createRefReader(calls, commonDir, repository.gitDir, at.value.own.refFiles);
        const [target, head] = await Promise.all([refs.target('HEAD'), refs.resolve('HEAD')]);
        const branch = target?.replace(/^refs\/heads\//, '') ?? null;
        return ok({ commonDir, controlRoot, sourceRoot, bare, branch, head });
      });
    },
    async remoteNames() {
      const at = await context();
      return at.ok ? ok(await porcelain.remotes(central(at.value.repository))) : at;
    },
    async resolveBase(preferred) {
      const at = await context();
      return at.ok ? answering(() => resolveBase(calls, at.value.repository, preferred)) : at;
    },
    async branchProblem(branch) {
      const at = await context();
      if (!at.ok) return at.error;
      const looked = await answering(async () => ok(await branchProblem(calls, at.value.repository, branch)));
      return looked.ok ? looked.value : looked.error;
    },
    async readFileAt(commitId, path) {
      const at = await context();
      return at.ok ? readFileAt(calls, at.value.repository, commitId, path) : at;
    },
    async createWorktree(spec) {
      const at = await context();
      return at.ok ? alone(at.value, () => createWorktree(creation(at.value), spec)) : at;
    },
    async proveIsolation(path) {
      const at = await context();
      return at.ok ? proveIsolation(calls, at.value.repository.commonDir, path) : at;
    },
    async removeWorktree(path, rescueName, kept, most) {
      const at = await context();
      if (!at.ok) return at;
      const { repository, tmp, own } = at.value;
      const tools = { calls, repository, who, folder: tmp, now, journal: own.journal, trash: own.trash };
      return alone(at.value, () => removeWorktree(tools, { path, name: rescueName, known: kept, most }));
    },
    async listWorktrees(...about) {
      const at = await context();
      return at.ok ? listWorktrees({ calls, ...at.value }, ...about) : at;
    },
    async snapshotTree(path, which) {
      const at = await context();
      if (!at.ok) return at;
      const place = await placeOf(at.value.repository, path);
      if (!place.ok) return place;
      const taken = await snapshot(calls, place.value, at.value.tmp, which);
      return taken.ok ? ok(taken.value.tree) : taken;
    },
    async changeSince(from, head) {
      const at = await context();
      return at.ok ? changeSince(calls, at.value.repository, from, head) : at;
    },
    async describeChange(from, to) {
      const at = await context();
      return at.ok ? describeChange(calls, at.value.repository, at.value.tmp, { from, to }) : at;
    },
    async capture(path, seed, base) {
      const at = await context();
      if (!at.ok) return at;
      const place = await placeOf(at.value.repository, path);
      return place.ok ? capture(calls, place.value, at.value.tmp, seed, base) : place;
    },
    async commit(spec) {
      const at = await context();
      return at.ok ? alone(at.value, () => commit({ calls, porcelain, who }, at.value.repository, spec)) : at;
    },
    async keepCopy(path, name) {
      const at = await context();
      if (!at.ok) return at;
      const place = await placeOf(at.value.repository, path);
      if (!place.ok) return place;
      const { repository, tmp } = at.value;
      return alone(at.value, async () => {
        const kept = await rescue({ calls, repository, who, folder: tmp, now }, place.value, path, { name, known: [] });
        return kept.ok ? ok({ rescue: kept.value.ref }) : kept;
      });
    },
    async diff(from, to, maxBytes) {
      const at = await context();
      if (!at.ok) return at;
      const made = await calls.must('compare commits', {
        at: central(at.value.repository),
        args: [...patchArgs, from, to],
        maxBytes,
      });
      if (!made.ok) return made;
      // A cut in the middle of a line would show half of it as the whole.
      const text = made.value.cut ? made.value.out.slice(0, made.value.out.lastIndexOf('\n') + 1) : made.value.out;
      return ok({ text, cut: made.value.cut });
    },
    async tracked(paths) {
      const at = await context();
      if (!at.ok) return at;
      const place = mainCheckout(at.value.repository);
      if (place === null || paths.length === 0) return ok([]);
      return at.value.own.tracked(calls, place, paths);
    },
    async refs(names) {
      const at = await context();
      if (!at.ok) return at;
      const { commonDir } = at.value.repository;
      return answering(async () => {
        const refs = await createRefReader(calls, commonDir, commonDir, at.value.own.refFiles);
        return namedRefs(refs, commonDir, names);
      });
    },
    async listCheckouts() {
      const at = await context();
      return at.ok ? answering(() => listCheckouts(calls, at.value.repository, at.value.own.refFiles)) : at;
    },
    async listLinked(paths) {
      const at = await context();
      return at.ok ? answering(() => listLinked(at.value.repository, at.value.own.refFiles, paths)) : at;
    },
    async ownCheckout() {
      const at = await context();
      return at.ok ? answering(() => ownCheckout(calls, at.value.repository, at.value.own.refFiles)) : at;
    },
    async listBranches() {
      const at = await context();
      return at.ok ? answering(() => listBranches(calls, at.value.repository, at.value.own.refFiles)) : at;
    },
    async changedPaths() {
      const at = await context();
      return at.ok ? changedPaths(calls, at.value.repository) : at;
    },
    async switchBranch(branch, from) {
      const at = await context();
      return at.ok ? alone(at.value, () => switchBranch(calls, at.value.repository, branch, from)) : at;
    },
    async isAncestor(ancestor, commitId) {
      const at = await context();
      return at.ok ? at.value.own.isAncestor(calls, at.value.repository, ancestor, commitId) : at;
    },
    async forecast(base, head) {
      const at = await context();
      return at.ok && at.value.can.mergeTree ? forecast(calls, at.value.repository, at.value.tmp, base, head) : null;
    },
    async compareWork() {
      const at = await context();
      if (!at.ok) return at;
      const { repository, can, tmp } = at.value;
      const placed = (path: string) => placeOf(repository, path);
      return ok(compareWork({ calls, repository, folder: tmp, can, placeOf: placed }));
    },
    async lookShared(programs) {
      const at = await context();
      const kept =
        at.ok && programs === 'keep'
          ? await answering(() => keepPrograms(calls, central(at.value.repository)))
          : ok(undefined);
      if (!kept.ok) return kept;
      return at.ok ? answering(() => lookShared(calls, at.value.repository)) : at;
    },
    async fastForward(spec) {
      const at = await context();
      return at.ok ? alone(at.value, () => fastForward({ calls, porcelain, who }, at.value.repository, spec)) : at;
    },
    async fetchBranch(spec) {
      const at = await context();
      return at.ok ? fetchBranch(calls, at.value.repository, spec) : at;
    },
    async remoteUrls() {
      const at = await context();
      return at.ok ? remoteUrls(at.value.repository) : [];
    },
    async deleteBranch(spec) {
      const at = await context();
      return at.ok ? alone(at.value, () => deleteBranch(calls, at.value.repository, who, spec)) : at;
    },
    async settled() {
      await Promise.all(settling.map((wait) => wait()));
    },
  };
}
