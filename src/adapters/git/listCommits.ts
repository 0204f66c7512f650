import type { ListedCommit } from '../../app/ports/worktreeCare.ts';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Calls } from './calls.ts';
import { central, type Repository } from './repository.ts';

const most = 100;

/** The commits that lead from one to another, newest first. */
export async function listCommits(
  calls: Calls,
  repository: Repository,
  from: string,
  to: string,
): Promise<Result<readonly ListedCommit[], Problem>> {
  // What an empty tree leads to is everything: git takes commits only.
  const range = (await isCommit(calls, repository, from)) ? [to, `^${from}`] : [to];
  const asked = await calls.must('list commits', {
    at: central(repository),
    args: ['log', `--max-count=${most}`, '--format=%H%x00%s', ...range, '--'],
  });
  if (!asked.ok) return asked;
  return ok(
    asked.value.out.split('\n').flatMap((line) => {
      const [commit = '', about = ''] = line.split('\0');
      return commit === '' ? [] : [{ commit, about }];
    }),
  );
}

async function isCommit(calls: Calls, repository: Repository, name: string): Promise<boolean> {
  const args = ['rev-parse', '-q', '--verify', `${name}^{commit}`];
  const asked = await calls.run('read a commit', { at: central(repository), args });
  return asked.ok && asked.value.code === 0;
}
