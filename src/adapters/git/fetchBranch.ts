import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { splitNul, type Calls } from './calls.ts';
import * as problems from './problems.ts';
import { answering, createRefReader } from './readRefs.ts';
import { central, type Repository } from './repository.ts';

export interface FetchSpec {
  readonly remote: string;
  /** Without `refs/heads/`. */
  readonly branch: string;
  readonly timeoutMs: number;
}

/** Brings one branch of a remote up to date and answers its commit. Nothing else is touched, and nobody is asked for a password. */
export async function fetchBranch(
  calls: Calls,
  repository: Repository,
  { remote, branch, timeoutMs }: FetchSpec,
): Promise<Result<{ readonly commit: string }, Problem>> {
  const own = await ownPrograms(calls, repository);
  if (!own.ok) return own;
  const ref = `refs/remotes/${remote}/${branch}`;
  const fetched = await calls.must('fetch', {
    at: central(repository),
    network: true,
    timeoutMs,
    config: own.value.config,
    env: { GIT_SSH_COMMAND: own.value.ssh },
    args: [
      ...['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head'],
      ...['--upload-pack=git-upload-pack', '--', remote, `+refs/heads/${branch}:${ref}`],
    ],
  });
  if (!fetched.ok) return fetched;
  return answering(async () => {
    const refs = await createRefReader(calls, repository.commonDir, repository.commonDir);
    const commit = await refs.resolve(ref);
    return commit === null ? err(problems.gitFailed('fetch', `${ref} is not there`)) : ok({ commit });
  });
}

/**
 * The programs that a fetch may start: those of the person's own configuration. An agent may have written others into
 * the repository's.
 */
async function ownPrograms(
  calls: Calls,
  repository: Repository,
): Promise<Result<{ readonly config: readonly string[]; readonly ssh: string }, Problem>> {
  const asked = await calls.run('read the settings', {
    at: central(repository),
    args: ['config', '--show-scope', '-z', '--get-regexp', String.raw`^(credential\..*|core\.sshcommand)$`],
  });
  if (!asked.ok) return asked;
  const parts = splitNul(asked.value.out);
  const own = parts.flatMap((scope, index) =>
    index % 2 === 0 && (scope === 'system' || scope === 'global') ? [parts[index + 1] ?? ''] : [],
  );
  const settings = own.map((entry) => entry.replace('\n', '='));
  const ssh = settings.findLast((one) => one.startsWith('core.sshcommand='))?.slice('core.sshcommand='.length);
  return ok({
    // An empty helper forgets all that came before.
    config: ['core.askPass=', 'core.gitProxy=', 'credential.helper=', ...settings],
    ssh: ssh ?? 'ssh -oBatchMode=yes',
  });
}
