import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { redactProblem } from '../../core/privacy/redactProblem.ts';
import { countWorkers } from '../../core/team/staffTeam.ts';
import type { Team, TeamWorker, WorkerPatch } from '../../core/team/types.ts';
import { findTeam } from '../team/findTeam.ts';
import { auditPatch, privateKinds } from './capturePatch.ts';
import type { EffectContext, Handler } from './handler.ts';

/**
 * Takes over what each worker left since it parted from the base, whether committed, staged, changed or new. Whatever
 * can't be looked at as a whole makes nothing of all: there is no second way that would see less.
 */
export const captureTeam: Handler<'captureTeam'> = async (effect, context) => {
  const team = findTeam(context.state(), effect.run);
  const workers = workersOf(team);
  if (!workers.ok) return { kind: 'failed', problem: workers.error };
  const warnings: Problem[] = [];
  const patches: WorkerPatch[] = [];
  for (const worker of workers.value) {
    if (worker.path === null) warnings.push(derived(worker.name));
    const patch = await captureWorker(team, worker, context);
    if (!patch.ok) return { kind: 'failed', problem: patch.error };
    patches.push(patch.value);
  }
  return { kind: 'captureTeam', patches, warnings };
};

function workersOf({ summary, workers }: Team): Result<readonly TeamWorker[], Problem> {
  const told = summary?.workers ?? [];
  if (told.length > 0) return ok(told);
  return countWorkers(workers) > 1
    ? err(problem('omc.noWorkers', 'omc names none of the team’s workers, so nobody can say where they worked.'))
    : ok([{ name: 'worker-1', path: null, alive: null }]);
}

async function captureWorker(
  team: Team,
  worker: TeamWorker,
  { git, store, teams, files, privacy }: EffectContext,
): Promise<Result<WorkerPatch, Problem>> {
  const { redact, audit } = privacy();
  const about = (code: string, why: Problem | null): Problem =>
    redactProblem(captureProblem(code, worker.name, why), redact);
  const path = await files.real(worker.path ?? teams.usualPath(team.name ?? '', worker.name));
  const listed = await git.listCheckouts();
  if (!listed.ok) return err(about('omc.mergeBase', listed.error));
  // Only a linked worktree of this very repository: what the program says of places is no more than its word.
  const [main, ...linked] = listed.value;
  const checkout = linked.find((one) => one.path === path);
  if (path === null || !checkout || checkout.head === null || path === main?.path || team.base === null)
    return err(about('omc.mergeBase', null));
  const isolated = await git.proveIsolation(path);
  if (!isolated.ok) return err(about('omc.mergeBase', isolated.error));
  // What its runner told the worker lies there as a file that nobody claims.
  await teams.tidy(team.name ?? '', worker.name, path);
  const since = await git.changeSince([team.base], checkout.head);
  if (!since.ok) return err(about('omc.mergeBase', since.error));
  const captured = await git.capture(path, since.value.base, since.value.base);
  if (!captured.ok) return err(about('omc.diff', captured.error));
  const { patch, roundFiles, refused } = captured.value;
  const kinds = privateKinds(captured.value, { redact, audit });
  const faults = [
    ...refused.map((one) => redactProblem(one.why, redact)),
    ...auditPatch(captured.value),
    ...(kinds.length > 0 ? [tooPrivate(worker.name, kinds)] : []),
  ];
  const digest = faults.length > 0 || roundFiles.length === 0 ? '' : await store.putBlob(patch);
  return ok({ name: worker.name, patch: digest, files: faults.length > 0 ? [] : roundFiles, faults });
}

function captureProblem(code: string, worker: string, why: Problem | null): Problem {
  const reason = why ? ` (${why.code})` : '';
  return code === 'omc.diff'
    ? problem('omc.diff', 'What {worker} changed can’t be read{reason}, so nothing of the team is taken over.', {
        worker,
        reason,
      })
    : problem(
        'omc.mergeBase',
        'Where {worker} started from can’t be found out{reason}, so nothing of the team is taken over. Its checkout has to be a worktree of this repository that shares its base.',
        { worker, reason },
      );
}

const tooPrivate = (worker: string, kinds: readonly string[]): Problem =>
  problem('omc.privacy', 'What {worker} changed holds {kinds}, so nothing of the team is taken over.', {
    worker,
    kinds: kinds.join(', '),
  });

const derived = (worker: string): Problem =>
  problem('omc.derivedPath', 'omc does not say where {worker} worked, so MAM looked in its usual place.', { worker });
