import { stat } from 'node:fs/promises';
import type { FoundSource, SourceGit } from '../../app/ports/gitSource.ts';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { SourceSight } from '../../core/loop/source.ts';
import type { Calls } from './calls.ts';
import { linkedPlace } from './isolation.ts';
import type { Place } from './place.ts';
import * as problems from './sourceProblems.ts';
import { createRefReader } from './readRefs.ts';
import { canonical } from './readText.ts';
import { central, findRepository, mainCheckout, type Repository } from './repository.ts';
import { isShallow } from './shallow.ts';
import { statusEntries } from './statusEntries.ts';

interface Context {
  readonly repository: Repository;
}

/** The calls about checkouts that a person named. */
export const sourceCalls = (calls: Calls, context: () => Promise<Result<Context, Problem>>): SourceGit => ({
  async findSource(spec) {
    const at = await context();
    return at.ok ? findSource(calls, at.value.repository, spec) : at;
  },
  async sightSource(spec) {
    const at = await context();
    return at.ok ? sightSource(calls, at.value.repository, spec) : at;
  },
});

async function findSource(
  calls: Calls,
  repository: Repository,
  spec: { readonly path: string | null; readonly base: string | null },
): Promise<Result<FoundSource, Problem>> {
  const place = await placeOf(calls, repository, spec.path ?? repository.controlRoot);
  if (!place.ok) return place;
  const { cwd, gitDir } = place.value;
  const refs = await createRefReader(calls, repository.commonDir, gitDir);
  const [target, head] = await Promise.all([refs.target('HEAD'), refs.resolve('HEAD')]);
  if (head === null) return err(problems.sourceUnborn(cwd));
  const base = spec.base === null ? ok(head) : await resolveBase(calls, repository, place.value, spec.base, head);
  if (!base.ok) return base;
  const branch = target?.startsWith('refs/heads/') ? target.slice('refs/heads/'.length) : null;
  return ok({ path: cwd, branch, linked: gitDir !== repository.commonDir, head, base: base.value });
}

/** A main checkout or a linked worktree of this repository, by its top folder and no other. */
async function placeOf(calls: Calls, repository: Repository, path: string): Promise<Result<Place, Problem>> {
  const folder = await stat(path).catch(() => null);
  if (!folder?.isDirectory()) return err(problems.sourceMissing(path));
  const real = await canonical(path);
  const main = mainCheckout(repository);
  if (main !== null && real === main.cwd) return ok(main);
  const linked = await linkedPlace(repository.commonDir, real);
  if (linked.ok) return linked;
  const found = await findRepository(calls, real);
  if (!found.ok || found.value.commonDir !== repository.commonDir) return err(problems.sourceForeign(real));
  return found.value.sourceRoot === real ? linked : err(problems.sourceNotTop(real, found.value.sourceRoot));
}

const notAncestor = async (repository: Repository, base: string, path: string): Promise<Problem> =>
  (await isShallow(repository)) ? problems.sourceShallow(base, path) : problems.sourceNotAncestor(base, path);

async function resolveBase(
  calls: Calls,
  repository: Repository,
  at: Place,
  name: string,
  head: string,
): Promise<Result<string, Problem>> {
  // A word that begins with a dash is an option, and no commit is called so.
  const asked = name.startsWith('-')
    ? null
    : await calls.run('find the base', { at, args: ['rev-parse', '-q', '--verify', `${name}^{commit}`] });
  if (asked !== null && !asked.ok) return asked;
  if (asked === null || asked.value.code !== 0) return err(problems.sourceBaseUnknown(name));
  const base = asked.value.out.trim();
  const leads = await calls.run('compare commits', { at, args: ['merge-base', '--is-ancestor', base, head] });
  if (!leads.ok) return leads;
  if (leads.value.code > 1) return err(problems.sourceUnclear(at.cwd, base, leads.value.said || `${leads.value.code}`));
  return leads.value.code === 0 ? ok(base) : err(await notAncestor(repository, name, at.cwd));
}

async function sightSource(
  calls: Calls,
  repository: Repository,
  { path, base, head: wanted }: { readonly path: string; readonly base: string; readonly head: string | null },
): Promise<Result<SourceSight, Problem>> {
  const place = await placeOf(calls, repository, path);
  if (!place.ok) return place;
  const refs = await createRefReader(calls, repository.commonDir, place.value.gitDir);
  const head = wanted ?? (await refs.resolve('HEAD'));
  if (head === null) return err(problems.sourceUnborn(path));
  const at = central(repository);
  const leads = await calls.run('compare commits', { at, args: ['merge-base', '--is-ancestor', base, head] });
  if (!leads.ok) return leads;
  if (leads.value.code === 1) return err(await notAncestor(repository, base, path));
  const differs = await calls.run('compare commits', {
    at,
    args: ['diff-tree', '-r', '--quiet', '--no-ext-diff', '--no-textconv', base, head],
  });
  if (!differs.ok) return differs;
  if (leads.value.code > 1 || differs.value.code > 1)
    return err(problems.sourceUnclear(path, base, differs.value.said || leads.value.said || `${differs.value.code}`));
  const counted = await calls.must('count commits', { at, args: ['rev-list', '--count', `${base}..${head}`] });
  if (!counted.ok) return counted;
  const status = await calls.must('look for changes', {
    at: place.value,
    args: ['status', '--porcelain=v2', '-z', '--no-renames', '--untracked-files=all', '--ignore-submodules=dirty'],
  });
  if (!status.ok) return status;
  return ok({
    head,
    commits: Number(counted.value.out.trim()),
    uncommitted: statusEntries(status.value.out).length,
    empty: differs.value.code === 0,
  });
}
