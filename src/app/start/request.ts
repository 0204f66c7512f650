import type { TickRequest } from '../tick/request.ts';

/** Where the text of a pull request is by itself, relative to the control root. */
export const usualBodyPath = 'reports/agent_loop/pr_body.md';

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
  /** Where the text of the pull request is by itself, as whoever asks would name it. */
  readonly bodyPath: string;
  /** Words of the request that a tick takes too and that are not known otherwise, for the command that comes next. */
  readonly repeat: readonly string[];
  /** Null leaves branches and issues as they are. */
  readonly repair: BranchRepair | null;
}
