import type { Forge } from '../../app/ports/forge.ts';
import { createGhForge } from './gh.ts';
import { createGiteaForge } from './gitea.ts';
import { giteaPlace } from './giteaPlace.ts';
import type { GhDeps } from './ghCalls.ts';
import { isGitHub } from './isGitHub.ts';
import { createNoForge } from './none.ts';
import * as problems from './problems.ts';

export interface ForgeDeps extends GhDeps {
  /** The setting as it is now: asked for each question, so that a change needs no restart. */
  readonly choice: () => 'auto' | 'gh' | 'gitea' | 'none';
  /** Address of the service by the setting; empty for none. */
  readonly url: () => string;
  readonly giteaToken: string | null;
  readonly remoteUrls: () => Promise<readonly string[]>;
}

/** The forge that the setting names; by itself the Gitea of `url` if a remote is there, else gh for a remote on GitHub. */
export function createForge(deps: ForgeDeps): Forge {
  const gh = createGhForge(deps);
  const place = async () => giteaPlace(await deps.remoteUrls(), deps.url());
  const gitea = createGiteaForge({ place, token: deps.giteaToken });
  const [notChosen, noneFound] = [createNoForge(problems.notChosen), createNoForge(problems.noneFound)];
  const current = async (): Promise<Forge> => {
    const choice = deps.choice();
    if (choice !== 'auto') return { gh, gitea, none: notChosen }[choice];
    if (deps.url() !== '' && (await place()) !== null) return gitea;
    return (await deps.remoteUrls()).some((url) => isGitHub(url, deps.env['GH_HOST'])) ? gh : noneFound;
  };
  return {
    issue: async (number) => (await current()).issue(number),
    openPullRequests: async () => (await current()).openPullRequests(),
    pullRequestsOf: async (branch) => (await current()).pullRequestsOf(branch),
    dependentsOf: async (branch) => (await current()).dependentsOf(branch),
    changedFiles: async (pullRequest) => (await current()).changedFiles(pullRequest),
    filesOfOpenPullRequests: async () => (await current()).filesOfOpenPullRequests(),
    findIssue: async (mark) => (await current()).findIssue(mark),
    createIssue: async (issue) => (await current()).createIssue(issue),
  };
}
