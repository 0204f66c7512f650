import type { TickRequest } from '../tick/request.ts';

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
  /** Null leaves branches and issues as they are. */
  readonly repair: BranchRepair | null;
}
