import type { TickRequest } from '../tick/request.ts';

/** Where the text of a pull request is by itself, relative to the control root. */
const usualBodyPath = 'reports/agent_loop/pr_body.md';

/** The same for work in `worktree`, relative to the control root: each one beside it has a text of its own, by its branch. */
export const bodyPathOf = (branch: string, worktree: string): string =>
  worktree === '.' ? usualBodyPath : `reports/agent_loop/pr_body/${branch.replaceAll('/', '-')}.md`;

/** How a branch is made for work that stands in none; the defaults are recognised, so that a task can give better words. */
export interface BranchRepair {
  readonly type: string;
  readonly slug: string;
  readonly title: string;
}

export const usualRepair: BranchRepair = {
  type: 'chore',
  slug: 'active-start',
  title: 'Agent loop active start',
};

/** What the work is to be started on. What is left out is looked up. */
export interface StartPackRequest extends Omit<TickRequest, 'execute' | 'topology'> {
  /** Id of the topology. */
  readonly topology: string;
  /** How whoever asks would name a path that is relative to the control root. */
  readonly shownPath: (path: string) => string;
  /** Words of the request that a tick takes too and that are not known otherwise, for the command that comes next. */
  readonly repeat: readonly string[];
  /** Null leaves branches and issues as they are. */
  readonly repair: BranchRepair | null;
}
