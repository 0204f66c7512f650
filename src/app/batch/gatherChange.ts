import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { BatchChange } from '../../core/batch/types.ts';
import { taskOf } from '../../core/branch/task.ts';
import { identityOf } from '../../core/gate/facts.ts';
import { newestFirst, newestRunAt, newestRunOf } from '../../core/loop/newestRun.ts';
import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import { classify } from '../../core/surface/classify.ts';
import type { Task } from '../../core/task/types.ts';
import type { Settings } from '../../protocol/settings.ts';
import { sharedBases } from '../overlap/sharedBase.ts';
import type { Git } from '../ports/git.ts';
import type { BatchRequest } from './request.ts';

interface Deps {
  readonly git: Pick<Git, 'ownCheckout' | 'listBranches' | 'resolveBase' | 'changeSince'>;
  readonly state: State;
  readonly settings: Settings;
}

/**
 * The change that a batch looks at: what the run of the task committed, as long as that is under way or checked out, else
 * what the checkout is at. What is not committed is no part of it, since nobody could say later what was looked at.
 */
export async function gatherBatchChange(
  { task, base }: Pick<BatchRequest, 'task' | 'base'>,
  { git, state, settings }: Deps,
): Promise<Result<BatchChange, Problem>> {
  const here = await git.ownCheckout();
  if (!here.ok) return here;
  const head = here.value?.head ?? null;
  const branch = here.value?.branch ?? 'HEAD';
  const named = task ?? taskOf(branch) ?? (head === null ? null : (newestRunAt(state, head)?.task.id ?? null));
  const run = named === null ? unfinished(state) : newestRunOf(state, named);
  // A run that is decided says nothing of what was committed since, unless that is what is checked out.
  const isPresent = run?.change && (run.phase !== 'ended' || run.change.head === head);
  const found = isPresent && base === null ? run : undefined;
  const identity = found ? identityOf(found) : null;
  if (found && identity) return ok(changeOf(found, identity, settings));
  const bases = await basesOf(base, branch, { git, settings });
  if (!bases.ok) return bases;
  const [first = ''] = bases.value;
  const at = head ?? first;
  const since = await git.changeSince(bases.value, at);
  if (!since.ok) return since;
  const { tree, files } = since.value;
  const paths = files.map((file) => file.path);
  const id = named ?? run?.task.id ?? null;
  return ok({
    run: null,
    task: id === null ? null : briefTask(state, id, run),
    branch,
    identity: { task: id ?? '', round: 0, run: '', base: since.value.base, head: at, tree },
    files: paths,
    surface: surfaceOf(paths, settings),
  });
}

/**
 * What a checkout is compared with: what a person named, else what its branch left, as in every report. On the shared
 * branch itself that is where it stands.
 */
async function basesOf(
  named: string | null,
  branch: string,
  { git, settings }: Pick<Deps, 'git' | 'settings'>,
): Promise<Result<readonly string[], Problem>> {
  if (named === null) {
    const branches = await git.listBranches();
    if (!branches.ok) return branches;
    const shared = sharedBases(branches.value, settings['mam.base'], branch);
    if (shared !== null && shared.length > 0) return ok(shared);
  }
  const resolved = await git.resolveBase(named ?? (settings['mam.base'] || null));
  return resolved.ok ? ok([resolved.value.commit]) : resolved;
}

/** The newest run that a person has not decided yet: what the assignments speak of. */
const unfinished = (state: State): Run | undefined => newestFirst(state).find((run) => run.phase !== 'ended');

function changeOf(run: Run, identity: BatchChange['identity'], settings: Settings): BatchChange {
  const { id, title, body } = run.task;
  const files = (run.change?.files ?? []).map((file) => file.path);
  return {
    run: run.id,
    task: { id, title, body },
    branch: run.branch,
    identity,
    files,
    surface: surfaceOf(files, settings),
  };
}

function briefTask(state: State, id: string, run: Run | undefined): Pick<Task, 'id' | 'title' | 'body'> | null {
  const task = state.queue.tasks.find((one) => one.id === id) ?? run?.task;
  return task ? { id: task.id, title: task.title, body: task.body } : null;
}

function surfaceOf(files: readonly string[], settings: Settings): BatchChange['surface'] {
  const found = classify(files, settings['mam.surfaces'], settings['mam.loadBearing']);
  return { surface: found.surface, private: found.private, routine: found.routine };
}
