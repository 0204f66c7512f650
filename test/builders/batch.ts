import type { Batch, BatchPlan, BatchSeat } from '../../src/core/batch/types.ts';
import type { Effect } from '../../src/core/effect.ts';
import { identityOf } from '../../src/core/gate/facts.ts';
import type { Run } from '../../src/core/loop/types.ts';
import { expandedEight } from '../../src/core/topology/presets.ts';
import type { CoreWorld } from './core.ts';

export const batchSeat = (session: string, change: Partial<BatchSeat> = {}): BatchSeat => {
  const role = expandedEight.roles.find((one) => one.session === session);
  if (!role) throw new Error(`no seat ${session}`);
  return {
    session,
    role: role.name,
    shipGate: role.shipGate,
    focus: role.focus,
    lanes: session === 'eval-claim-privacy-auditor' ? [] : [{ agent: 'codex', model: null, effort: null }],
    command: ['codex', 'exec'],
    assignment: null,
    ...change,
  };
};

/** A batch of these seats on what a run committed, or on somebody's commit `head-x`. */
export const batchPlan = (
  seats: readonly BatchSeat[],
  run: Run | null = null,
  {
    options,
    ...change
  }: Partial<Omit<BatchPlan, 'options'>> & { readonly options?: Partial<BatchPlan['options']> } = {},
): BatchPlan => ({
  kind: 'runner',
  execute: true,
  seats,
  change: {
    run: run?.id ?? null,
    task: run ? { id: run.task.id, title: run.task.title, body: run.task.body } : null,
    branch: run?.branch ?? 'feat/x',
    identity: (run && identityOf(run)) ?? {
      task: '',
      round: 0,
      run: '',
      base: 'base-1',
      head: 'head-x',
      tree: 'tree-x',
    },
    files: ['a.ts'],
    surface: { surface: 'code', private: false, routine: false },
  },
  options: {
    timeoutMs: 0,
    maxCommands: 0,
    fullAccess: [],
    mayRun: false,
    worktreesRoot: '/worktrees',
    auth: { mode: 'chatgpt', status: 'ok' },
    model: null,
    counts: true,
    ...options,
  },
  blockers: [],
  warnings: [],
  ...change,
});

export const newestBatch = (world: CoreWorld): Batch => {
  const found = Object.values(world.state.batches).at(-1);
  if (!found) throw new Error('no batch');
  return found;
};

/** Starts a batch and lets its worktrees be made. */
export function startBatch(world: CoreWorld, plan: BatchPlan): Batch {
  world.do({ type: 'startBatch', plan });
  for (const effect of world.open('createWorktree')) world.settle(effect);
  return newestBatch(world);
}

/** The open lane of a seat. */
export function laneOf(world: CoreWorld, session: string): Effect {
  const job = newestBatch(world).jobs.findLast((one) => one.session === session && !one.ended);
  const effect = world.open('runLane').find((one) => one.kind === 'runLane' && one.job === job?.id);
  if (!effect) throw new Error(`no open lane of ${session}`);
  return effect;
}

/** A batch of a seat with two lanes and of the one that is judged by rule. */
export const twoSeats = (run: Run | null): BatchPlan => {
  const lane = { agent: 'codex', model: null, effort: null };
  const seats = [batchSeat('reviewer', { lanes: [lane, lane] }), batchSeat('eval-claim-privacy-auditor')];
  return batchPlan(seats, run, { options: { timeoutMs: 60_000 } });
};
