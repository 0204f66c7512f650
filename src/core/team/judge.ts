import { problem, type Problem } from '../../base/problem.ts';
import { outside } from '../lease/claims.ts';
import type { State } from '../state.ts';
import { countWorkers } from './staffTeam.ts';
import type { Team, TeamSummary, WorkerPatch } from './types.ts';

/** Files that a sentence names before it stops. */
const named = 5;

/** Whether the tasks of a team are done, can't be done any more, or go on. */
export function teamEnd({ tasks }: TeamSummary): 'done' | 'failed' | null {
  if (tasks.inProgress > 0) return null;
  if (tasks.failed > 0) return 'failed';
  return tasks.total > 0 && tasks.completed === tasks.total ? 'done' : null;
}

/** Whether somebody in it is at work, as far as its runner says. */
export const isAtWork = ({ tasks, workers }: TeamSummary): boolean =>
  tasks.inProgress > 0 && (workers.length === 0 || workers.some((worker) => worker.alive !== false));

/** Why what a team left is no proposal; nothing when it is one. Who wrote where is judged by the leases of now. */
export function patchProblems(
  { task, workers }: Pick<Team, 'task' | 'workers'>,
  patches: readonly WorkerPatch[],
  { leases }: Pick<State, 'leases'>,
): readonly Problem[] {
  const wanted = countWorkers(workers);
  const problems = patches.flatMap((patch) => patch.faults);
  if (patches.length < wanted)
    problems.push(
      problem('omc.partial', 'Only {found} of {wanted} workers left something to look at, so none of it is taken.', {
        found: patches.length,
        wanted,
      }),
    );
  const files = [...new Set(patches.flatMap((patch) => patch.files.map((file) => file.path)))];
  const scope = files.length > 0 ? scopeProblem(task, files, leases) : null;
  return scope ? [...problems, scope] : problems;
}

function scopeProblem(task: string | null, files: readonly string[], leases: State['leases']): Problem | null {
  const about = { task: task ?? '-' };
  // A lease that names no task is nobody's here.
  const [lease, another] = Object.values(leases).filter((one) => task !== null && one.task === task);
  if (another)
    return problem(
      'omc.scopeAmbiguous',
      'There is more than one lease for {task}, so nobody can say what its workers may write. Release all but one.',
      about,
    );
  if (!lease || lease.claims.length === 0)
    return problem(
      'omc.scopeUnenforced',
      'There is no lease with claimed files for {task}, so what its workers wrote can’t be held to one. Claim its files first.',
      about,
    );
  // Context files alone allow no other; who opened them by the setting holds everything by name.
  const strays = outside(lease.claims, files);
  if (strays.length === 0) return null;
  return problem('omc.outOfScope', 'The workers changed {files}, which {task} does not claim. Widen its claim first.', {
    ...about,
    files: strays.slice(0, named).join(', '),
  });
}

/** How many proposals a person has to choose from, where nothing else is in the way; null where there is no choice. */
export function toChoose({ patches, blockers }: Pick<Team, 'patches' | 'blockers'>): number | null {
  const choice = mustChoose(patches ?? []);
  return choice && patches && blockers.length === 1 && blockers[0]?.code === choice.code ? patches.length : null;
}

/** Proposals of several workers: a person chooses one of them. */
export const mustChoose = (patches: readonly WorkerPatch[]): Problem | null =>
  patches.length > 1 && patches.some((patch) => patch.files.length > 0)
    ? problem(
        'omc.selection',
        '{count} workers propose something, and MAM chooses none. Look at worker-0 to worker-{last} in omc_runs/omc-team, and hand one in with `mam active-apply --patch`.',
        { count: patches.length, last: patches.length - 1 },
      )
    : null;

export const outOfTime = ({ timeoutMs }: Pick<Team, 'timeoutMs'>): Problem =>
  problem(
    'omc.timeout',
    'The team did not finish within the {seconds} s that it had. Allow more with --timeout-seconds.',
    { seconds: Math.round(timeoutMs / 1000) },
  );
