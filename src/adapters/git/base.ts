import type { Base } from '../../core/loop/types.ts';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Calls } from './calls.ts';
import * as problems from './problems.ts';
import { createRefReader, type RefReader } from './readRefs.ts';
import { central, type Repository } from './repository.ts';

const heads = 'refs/heads/';
const remotes = 'refs/remotes/';
const usual = ['main', 'master', 'trunk'];

/**
 * The branch to work from, as a full ref name: the preferred one, else the one checked out in the main checkout, else
 * the default branch of `origin`, else the only branch or one with a usual name. `HEAD` stands for a detached main
 * checkout, and a commit that was asked for by its id stands for itself.
 */
export async function resolveBase(
  calls: Calls,
  repository: Repository,
  preferred: string | null,
): Promise<Result<Base, Problem>> {
  const refs = await createRefReader(calls, repository.commonDir, repository.commonDir);
  if (preferred !== null && preferred !== 'HEAD') return preferredBase(calls, repository, refs, preferred);
  const current = await refs.target('HEAD');
  const head = await refs.resolve('HEAD');
  if (head !== null) return readBase(calls, repository, current ?? 'HEAD', head);
  const others = await branchNames(calls, repository);
  if (!others.ok) return others;
  // A person on a branch without commits has not chosen any other one; only a bare layout's HEAD is nobody's choice.
  if (!repository.bare && current !== null) return err(problems.unborn(short(current)));
  const found = (await originDefault(refs)) ?? pick(others.value);
  const commit = found === null ? null : await refs.resolve(found);
  if (found === null || commit === null)
    return err(others.value.length === 0 ? problems.unborn(short(current ?? 'HEAD')) : problems.noBase());
  return readBase(calls, repository, found, commit);
}

/** Full ref of a name that is meant as a branch, a remote branch or a tag, and what it holds; null when there is none. */
export async function findRef(
  refs: RefReader,
  name: string,
): Promise<{ readonly ref: string; readonly id: string } | null> {
  const candidates =
    name === 'HEAD' || name.startsWith('refs/') ? [name] : [heads + name, remotes + name, `refs/tags/${name}`];
  for (const ref of candidates) {
    const id = await refs.resolve(ref);
    if (id !== null) return { ref, id };
  }
  return null;
}

const short = (ref: string): string => (ref.startsWith(heads) ? ref.slice(heads.length) : ref.replace(remotes, ''));

async function preferredBase(
  calls: Calls,
  repository: Repository,
  refs: RefReader,
  name: string,
): Promise<Result<Base, Problem>> {
  const found = await findRef(refs, name);
  if (found !== null) return readBase(calls, repository, found.ref, found.id);
  if (!/^[0-9a-f]{7,64}$/.test(name)) return err(problems.baseMissing(name));
  const asked = await calls.run('find the base', {
    at: central(repository),
    args: ['rev-parse', '-q', '--verify', `${name}^{commit}`],
  });
  if (!asked.ok) return asked;
  if (asked.value.code !== 0) return err(problems.baseMissing(name));
  const commit = asked.value.out.trim();
  return readBase(calls, repository, commit, commit);
}

/** The commit is asked for again because a tag object may stand for it. */
async function readBase(calls: Calls, repository: Repository, ref: string, id: string): Promise<Result<Base, Problem>> {
  const asked = await calls.run('read the base', {
    at: central(repository),
    args: ['rev-parse', `${id}^{commit}`, `${id}^{tree}`],
  });
  if (!asked.ok) return asked;
  const [commit, tree] = asked.value.out.split('\n');
  if (asked.value.code !== 0 || !commit || !tree) return err(problems.objectMissing(id));
  return ok({ ref, commit, tree });
}

/** Prefers the local branch of the same name: it may hold commits that were not pushed. */
async function originDefault(refs: RefReader): Promise<string | null> {
  const target = await refs.target(`${remotes}origin/HEAD`);
  if (target === null) return null;
  const local = heads + target.slice(`${remotes}origin/`.length);
  return (await refs.resolve(local)) === null ? target : local;
}

function pick(names: readonly string[]): string | null {
  const local = names.filter((name) => name.startsWith(heads));
  const candidates = local.length > 0 ? local : names.filter((name) => !name.endsWith('/HEAD'));
  if (candidates.length === 1) return candidates[0] ?? null;
  for (const name of usual) {
    const found = candidates.find((ref) => ref === heads + name || ref === `${remotes}origin/${name}`);
    if (found !== undefined) return found;
  }
  return null;
}

async function branchNames(calls: Calls, repository: Repository): Promise<Result<readonly string[], Problem>> {
  const asked = await calls.must('list branches', {
    at: central(repository),
    args: ['for-each-ref', '--format=%(refname)', heads, remotes],
  });
  return asked.ok ? ok(asked.value.out.split('\n').filter((name) => name !== '')) : asked;
}
