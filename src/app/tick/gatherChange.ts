import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { issueOf } from '../../core/branch/issue.ts';
import { taskOf } from '../../core/branch/task.ts';
import type { HandoffCheck } from '../../core/handoff/types.ts';
import { newestRunAt } from '../../core/loop/newestRun.ts';
import { assessReadiness, type Readiness } from '../../core/ship/readiness.ts';
import { unknownTask } from '../../core/ship/reasons.ts';
import type { State } from '../../core/state.ts';
import { classify } from '../../core/surface/classify.ts';
import type { Classification } from '../../core/surface/types.ts';
import type { Task } from '../../core/task/types.ts';
import type { TickFacts } from '../../core/tick/types.ts';
import { findFiles, startPaths, type FoundFiles, type Uncommitted } from './changedFiles.ts';
import type { TickRequest } from './request.ts';
import type { TickRules, TickSources } from './sources.ts';
import { bodyFacts, claimFacts, textCheck } from './texts.ts';

/** Which change is meant, and what was handed in with it. */
export type ChangeRequest = Pick<
  TickRequest,
  'task' | 'issue' | 'branch' | 'files' | 'fromGit' | 'handedIn' | 'claimText' | 'prBody'
>;

/** A change as it stands, for a tick and for every report about it. */
export interface Change extends Pick<
  TickFacts,
  'task' | 'issue' | 'branch' | 'head' | 'files' | 'merged' | 'claimText' | 'prBody' | 'overlap' | 'privacy'
> {
  readonly surface: Classification;
  readonly readiness: Readiness;
  /** Why the change may hold more files than these; null when all are known. */
  readonly unread: Problem | null;
  /** The run that made the commit, of the task if there is one. */
  readonly run: FoundFiles['run'];
  /** The task's entry in the queue; null without one. */
  readonly entry: Task | null;
  /** The check of the task's hand-over notes, or why there is none; null without a task. */
  readonly handoff: Result<HandoffCheck, Problem> | null;
  /** Number of the branch's own open pull request. */
  readonly pullRequest: string | null;
  /** Uncommitted changes of the checkout, as far as they were asked for. */
  readonly uncommitted: readonly string[];
}

/** Looks up a change, and the checkout's uncommitted changes as far as they are wanted. */
export async function gatherChange(
  request: ChangeRequest,
  rules: Pick<TickRules, 'surfaces' | 'words' | 'loadBearing'>,
  state: State,
  sources: TickSources,
  uncommitted: Uncommitted = 'unseen',
): Promise<Result<Change, Problem>> {
  const { surfaces, words, loadBearing } = rules;
  const checkout = await sources.checkout(request.fromGit || uncommitted !== 'unseen');
  if (!checkout.ok) return checkout;
  const branch = request.branch ?? checkout.value.branch ?? 'HEAD';
  const issue = request.issue ?? issueOf(branch);
  const found = await headOf(branch, checkout.value, sources);
  if (!found.ok) return found;
  const head = found.value;
  const task = request.task ?? taskOf(branch) ?? taskAt(state, head);
  const here = branch === (checkout.value.branch ?? 'HEAD');
  const { changed } = checkout.value;
  const { files, unread, run, merged } = await findFiles(
    { request, task, branch, head, here, changed, uncommitted },
    state,
    sources,
  );
  const surface = classify(files, surfaces, loadBearing);
  const entry = state.queue.tasks.find((one) => one.id === task) ?? null;
  const [overlap, privacy, handoff] = await Promise.all([
    issue === null || branch === 'HEAD' ? null : sources.overlap({ issue, branch, files }),
    sources.audit(),
    task === null ? null : entry === null ? err(notInQueue(task, state)) : sources.handoff(entry, files),
  ]);
  const about = { issue, surface, files, words, audit: sources.auditText };
  const claimText = request.claimText && claimFacts(request.claimText, about);
  const prBody = request.prBody && bodyFacts(request.prBody, about);
  const pullRequest = overlap?.pullRequest ?? null;
  return ok({
    task,
    issue,
    branch,
    head,
    files,
    unread,
    run,
    merged,
    uncommitted: changed,
    surface,
    entry,
    handoff,
    claimText,
    prBody,
    overlap: overlap?.report ?? null,
    pullRequest,
    privacy,
    readiness: assessReadiness({
      files,
      unread,
      surface,
      task,
      pullRequest,
      handoff,
      privacyFindings: privacy.findings + privacy.unreadable,
      body: textCheck(prBody),
      claim: textCheck(claimText),
      startPaths,
    }),
  });
}

const notInQueue = (task: string, { queue }: State): Problem =>
  (queue.tasks.length === 0 ? queue.problems[0] : undefined) ?? unknownTask(task);

/**
 * The branch's commit; null for one that is only on the remote, and so nobody here has passed it. A detached checkout, as
 * in CI, is at the commit of whatever branch is named; a branch that is nowhere else is a misspelt one.
 */
async function headOf(
  branch: string,
  checkout: { readonly branch: string | null; readonly head: string | null },
  { refs }: TickSources,
): Promise<Result<string | null, Problem>> {
  if (branch === checkout.branch || (branch === 'HEAD' && checkout.branch === null)) return ok(checkout.head);
  const [local, remote] = [`refs/heads/${branch}`, `refs/remotes/origin/${branch}`];
  const found = await refs([local, remote]);
  if (!found.ok) return found;
  const head = found.value[local] ?? null;
  if (head !== null || checkout.branch === null || found.value[remote] !== undefined) return ok(head);
  return err(
    problem('branch.unknown', 'There is no branch {branch} here. Make or fetch it, or name another with --branch.', {
      branch,
    }),
  );
}

/** The task whose run made the commit. */
const taskAt = (state: State, head: string | null): string | null =>
  (head === null ? undefined : newestRunAt(state, head))?.task.id ?? null;
