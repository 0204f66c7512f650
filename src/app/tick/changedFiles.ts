import type { Problem } from '../../base/problem.ts';
import { ok } from '../../base/result.ts';
import { isProtected } from '../../core/branch/issue.ts';
import { taskOf } from '../../core/branch/task.ts';
import { covers } from '../../core/lease/glob.ts';
import { newestFirst, newestRunAt, newestRunOf } from '../../core/loop/newestRun.ts';
import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import { normaliseChangedFile } from '../../core/surface/changedFiles.ts';
import type { TickRequest } from './request.ts';
import type { TickSources } from './sources.ts';

/** Files that a task touches before it has any change of its own: what people write about it. */
export const startPaths = ['tasks/queue.md', 'docs/plans/**'];

/**
 * What MAM writes itself, what was handed in with the request, and queue and plans: the notes about a reviewed change
 * come after it, and are no part of it.
 */
export const isOwn = (path: string, { handedIn }: Pick<TickRequest, 'handedIn'>): boolean =>
  path.startsWith('reports/agent_loop/') ||
  path.startsWith('.mam/') ||
  startPaths.some((glob) => covers(glob, path)) ||
  handedIn.includes(path);

/** Whether uncommitted changes are not looked at, only looked at, or count in a branch of the work's own. */
export type Uncommitted = 'unseen' | 'seen' | 'counted';

interface About {
  readonly request: Pick<TickRequest, 'files' | 'fromGit' | 'handedIn'>;
  readonly task: string | null;
  readonly branch: string;
  readonly head: string | null;
  /** Whether the branch is the one that is checked out. */
  readonly here: boolean;
  /** Uncommitted changes of the checkout, as far as they were looked at. */
  readonly changed: readonly string[];
  readonly uncommitted: Uncommitted;
}

export interface FoundFiles {
  /** Each once, sorted. */
  readonly files: readonly string[];
  /** Why the change may hold more files than these; null when all are known. */
  readonly unread: Problem | null;
  /** The run that made the commit, of the task if there is one. */
  readonly run: Run | null;
  /** The task is merged, and nothing new was done for it. */
  readonly merged: boolean;
}

/**
 * The files of a change: what was named, what git says, and what the run committed, since nobody makes a change smaller by
 * leaving files out. Where none is named they are the commits of the branch; a task that the checkout is not about has
 * those of its own run.
 */
export async function findFiles(
  about: About,
  state: State,
  { root, committed }: Pick<TickSources, 'root' | 'committed'>,
): Promise<FoundFiles> {
  const { request, task, branch, head } = about;
  const made = runOf(state, task, head);
  const isAt = head !== null && made?.change?.head === head;
  const elsewhere = isOfAnother(state, about) || (task !== null && isProtected(branch));
  const named = request.files.flatMap((file) => normaliseChangedFile(file, root) ?? []);
  const none = named.length === 0;
  const since = none && !isAt && !elsewhere && head !== null ? await committed(branch, head) : ok([]);
  const handMade = none && !isAt && !elsewhere && !isProtected(branch) && about.here;
  const changed = request.fromGit
    ? about.changed.filter((path) => !request.handedIn.includes(path))
    : about.uncommitted === 'counted' && handMade
      ? about.changed.filter((path) => !isOwn(path, request))
      : [];
  const ofRun = isAt || (none && elsewhere) ? (made?.change?.files ?? []) : [];
  const commits = since.ok ? since.value : [];
  const all = [...named, ...changed, ...commits, ...ofRun.map((file) => file.path)];
  return {
    files: [...new Set(all)].toSorted(),
    unread: since.ok ? null : since.error,
    run: isAt ? made : null,
    merged:
      none &&
      since.ok &&
      commits.length === 0 &&
      changed.length === 0 &&
      task !== null &&
      newestRunOf(state, task)?.decision?.merged === true,
  };
}

/** The run whose change is meant: of the task the one that made the commit, else its newest; without a task whichever made it. */
function runOf(state: State, task: string | null, head: string | null): Run | null {
  if (task === null) return (head === null ? undefined : newestRunAt(state, head)) ?? null;
  const runs = newestFirst(state).filter((run) => run.task.id === task && run.change !== null);
  return runs.find((run) => run.change?.head === head) ?? runs[0] ?? null;
}

/** Whether the checkout is at the work of another task. */
function isOfAnother(state: State, { task, branch, head }: Pick<About, 'task' | 'branch' | 'head'>): boolean {
  if (task === null) return false;
  const there = taskOf(branch) ?? (head === null ? null : (newestRunAt(state, head)?.task.id ?? null));
  return there !== null && there !== task;
}
