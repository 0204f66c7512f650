import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { claimLease } from '../lease/decide.ts';
import { normaliseClaim, outside, wholeRepository } from '../lease/claims.ts';
import { isContextOnly } from '../lease/shared.ts';
import { newestRunOf } from '../loop/newestRun.ts';
import { isAtRest, isBusy } from '../loop/phases.ts';
import { seedOf } from '../loop/seed.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import { openShipProblem } from '../ship/shipsOf.ts';
import type { ApplyPlan } from './types.ts';

/** The run that a patch for a task becomes a round of; undefined where none is open. */
export const applyingRun = (state: State, task: string): Run | undefined => {
  const run = newestRunOf(state, task);
  return run && run.phase !== 'ended' && run.base ? run : undefined;
};

/** Why no patch can be taken for a task now, whatever it changes; null when one can. */
export function applyProblem(state: State, task: string, artifact: string): Problem | null {
  const done = Object.hasOwn(state.applied, artifact) ? state.applied[artifact] : undefined;
  if (done)
    return problem('apply.consumed', 'This patch is on {branch} already, as {head}. A patch is taken once.', {
      branch: done.branch,
      head: done.head.slice(0, 12),
    });
  const shipping = openShipProblem(state, task);
  if (shipping) return shipping;
  const run = newestRunOf(state, task);
  if (run?.decision?.kind === 'approved' && !run.decision.merged)
    return problem('apply.approved', '{task} is approved at {head}. Return it before a patch moves its branch.', {
      task,
      head: run.decision.head.slice(0, 12),
    });
  if (!run || run.phase === 'ended') return null;
  const isStopping = state.loops[run.loop]?.state === 'stopping';
  if (isApplying(run, artifact) && !isStopping) return null;
  if (isAtRest(run) && run.base && !isBusy(state, run) && !isStopping) return null;
  return problem('apply.busy', '{task} is being worked on. Stop the loop, or wait until it needs you.', { task });
}

type ApplyScope = Pick<ApplyPlan, 'task' | 'roundFiles' | 'contextPaths' | 'openContextClaims'>;

/** Files of a patch that its run, or else its entry of the queue, does not claim; null when there are none. */
export function applyScope(state: State, scope: ApplyScope): Problem | null {
  const { task } = scope;
  const claims = applyingRun(state, task)?.claims ?? queueClaims(state, scope);
  const strays = outside(
    claims,
    scope.roundFiles.map((file) => file.path),
  );
  if (strays.length === 0) return null;
  return problem(
    'apply.outsideClaim',
    'The patch changes {files}, which {task} does not claim. Widen its claim first.',
    {
      task,
      files: strays.slice(0, 5).join(', '),
    },
  );
}

/** Whoever claims nothing has said nothing about what its work may change. Context alone is all that it may, unless that is opened. */
function queueClaims({ queue }: State, { task, contextPaths, openContextClaims }: ApplyScope): readonly string[] {
  const claims = queue.tasks.find((one) => one.id === task)?.claims.flatMap((claim) => normaliseClaim(claim) ?? []);
  if (claims === undefined || claims.length === 0) return wholeRepository;
  return openContextClaims && isContextOnly(claims, contextPaths) ? wholeRepository : claims;
}

const isApplying = (run: Run, artifact: string): boolean => run.captured?.applied?.artifact === artifact;

/**
 * Takes a patch that fits. For a run that waits it is one more round, which is committed, checked and reviewed like any
 * other: what was judged before counts no more. Work that has no run only gets the commit on its branch.
 */
export function applyPatch(state: State, plan: ApplyPlan, context: Context): Result<readonly DomainEvent[], Problem> {
  const { task, artifact, branch, parent, tree } = plan;
  const why = applyProblem(state, task, artifact) ?? applyScope(state, plan);
  if (why) return err(why);
  const run = applyingRun(state, task);
  if (run) {
    // Its commit failed before: that is what the run waits for.
    if (isApplying(run, artifact))
      return ok(run.phase === 'implementing' ? [] : [{ type: 'runContinued', run: run.id }]);
    if (run.branch !== branch || !run.base || seedOf(run, run.base) !== parent) return err(moved(branch));
    const lease = run.lease === null ? claimLease(state, run, context) : ok([]);
    if (!lease.ok) return lease;
    const applied = { artifact, agent: plan.agent, at: context.at };
    return ok([
      ...lease.value,
      { type: 'roundStarted', run: run.id, round: run.round + 1 },
      { type: 'patchCaptured', run: run.id, tree, patch: plan.patch, files: plan.files, applied },
    ]);
  }
  const effect = {
    kind: 'applyPatch',
    id: `apply/${artifact}`,
    run: null,
    artifact,
    task,
    tree,
    parent,
    expect: plan.expect,
    branch,
    message: `feat(${task}): apply patch proposal\n\n${task}, by ${plan.agent}`,
    at: context.at,
  } as const;
  return ok(state.effects[effect.id] ? [] : [{ type: 'effectRequested', effect }]);
}

const moved = (branch: string): Problem =>
  problem('apply.moved', '{branch} moved while the patch was looked at. Try again.', { branch });
