import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import type { IssueState, PullRequest } from '../../core/overlap/types.ts';

/**
 * The service that hosts issues and pull requests; it is only read, but for an issue that a person asks for. What can't
 * be known is a problem: `forge.none`, `forge.missing`, `forge.signedOut` and `forge.offline` say that nothing can be
 * asked here, `forge.unanswered` that no answer came in time, `forge.failed` that one was none. No call rejects, and a list is whole or a problem. Contract suite: test/contract/forge.
 */
export interface Forge {
  issue(number: string): Promise<Result<IssueState, Problem>>;
  openPullRequests(): Promise<Result<readonly PullRequest[], Problem>>;
  /** Every pull request that a branch ever had, from forks too. */
  pullRequestsOf(branch: string): Promise<Result<readonly PullRequest[], Problem>>;
  /** Open pull requests that are to be merged into a branch. */
  dependentsOf(branch: string): Promise<Result<readonly PullRequest[], Problem>>;
  /** Paths that a pull request changes; a renamed file by both names. */
  changedFiles(pullRequest: number): Promise<Result<readonly string[], Problem>>;
  /** Paths that each open pull request changes, by its number; a renamed file by its new name. One question for all. */
  filesOfOpenPullRequests(): Promise<Result<Readonly<Record<number, readonly string[]>>, Problem>>;
  /** Number of the open issue whose text holds a mark, among the newest hundred at least; null for none. */
  findIssue(mark: string): Promise<Result<string | null, Problem>>;
  /** Opens an issue and answers its number. Only a person's request leads here; the same call again opens another one. */
  createIssue(issue: { readonly title: string; readonly body: string }): Promise<Result<string, Problem>>;
}
