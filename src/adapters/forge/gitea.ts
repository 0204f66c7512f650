import type { Forge } from '../../app/ports/forge.ts';
import { because, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { PullRequest } from '../../core/overlap/types.ts';
import {
  giteaFiles,
  giteaIssue,
  giteaIssues,
  giteaNumber,
  giteaPullRequests,
  giteaRepository,
} from '../../protocol/forge/giteaReplies.ts';
import { createGiteaCalls, type GiteaDeps } from './giteaCalls.ts';
import * as problems from './giteaProblems.ts';

/** A Gitea (or Forgejo) by its web interface. It has no filter for branches, so that lists are filtered here. */
export function createGiteaForge(deps: GiteaDeps): Forge {
  const gitea = createGiteaCalls(deps);

  const pullRequests = async (
    action: string,
    state: 'open' | 'all',
    wanted: (one: PullRequest) => boolean,
  ): Promise<Result<readonly PullRequest[], Problem>> => {
    const found = await gitea.list(action, `/pulls?state=${state}`, giteaPullRequests);
    return found.ok ? ok(found.value.filter(wanted)) : found;
  };
  const filesOf = (pullRequest: number) =>
    gitea.list(`list the files of pull request #${pullRequest}`, `/pulls/${pullRequest}/files`, giteaFiles);

  return {
    async issue(number) {
      const action = `read issue #${number}`;
      const found = await gitea.get(action, `/issues/${encodeURIComponent(number)}`, giteaIssue);
      if (!found.ok || found.value !== null) return found.ok ? ok(found.value ?? 'absent') : found;
      // A repository that nobody may see is answered like an issue that is not there.
      const repository = await gitea.get('find the repository', '', giteaRepository);
      if (!repository.ok) return repository;
      return repository.value === null
        ? err(problems.giteaFailed(action, because('the repository was not found')))
        : ok('absent');
    },
    openPullRequests: () => pullRequests('list open pull requests', 'open', () => true),
    pullRequestsOf: (branch) => pullRequests('list the pull requests of a branch', 'all', (one) => one.head === branch),
    dependentsOf: (branch) =>
      pullRequests('list the pull requests into a branch', 'open', (one) => one.base === branch),
    async changedFiles(pullRequest) {
      const files = await filesOf(pullRequest);
      if (!files.ok) return files;
      return ok([
        ...new Set(
          files.value.flatMap(({ filename, previous_filename: before }) => [filename, ...(before ? [before] : [])]),
        ),
      ]);
    },
    async findIssue(mark) {
      const found = await gitea.list('list open issues', '/issues?state=open&type=issues', giteaIssues);
      return found.ok ? ok(found.value.find(({ body }) => body.includes(mark))?.number ?? null) : found;
    },
    createIssue: ({ title, body }) => gitea.post('open an issue', '/issues', { title, body }, giteaNumber),
    async filesOfOpenPullRequests() {
      const open = await pullRequests('list open pull requests', 'open', () => true);
      if (!open.ok) return open;
      const found: Record<number, readonly string[]> = {};
      for (const { number } of open.value) {
        const files = await filesOf(number);
        if (!files.ok) return files;
        found[number] = files.value.map((file) => file.filename);
      }
      return ok(found);
    },
  };
}
