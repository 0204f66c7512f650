import { msBetween } from '../../base/clock.ts';
import { beginnable } from '../autoLoop/nextUp.ts';
import { heldCodes } from '../autoLoop/setback.ts';
import type { Context } from '../context.ts';
import type { Job } from '../job/types.ts';
import { admissionOf } from '../limit/admission.ts';
import { isActive } from '../loop/phases.ts';
import type { Loop, Run } from '../loop/types.ts';
import { gateSeconds } from './gateSeconds.ts';
import type { State } from '../state.ts';
import { openFor } from '../task/select.ts';
import { poolSize } from './poolSize.ts';
import type { PoolObservation, PoolSample } from './types.ts';

/** In how many of the newest tasks conflicts are looked for. */
const recently = 3;

/** How a loop stands now that the task of `run` came to something. */
export function observePool(
  state: State,
  loop: Loop,
  run: Run | undefined,
  { at, sample }: Pick<Context, 'at'> & { readonly sample: PoolSample },
): PoolObservation {
  const runs = Object.values(state.runs).filter((one) => one.loop === loop.id);
  const flying = runs.filter(isActive);
  const beside = [...beginnable(state, loop, flying)];
  // What was set aside long ago says nothing of how many there should be now.
  const recent = new Set((loop.cycles ?? []).slice(-recently).map((cycle) => cycle.run));
  const latest = runs.filter((one) => recent.has(one.id) && one.decision === null);
  const agents = new Set([...Object.values(loop.options.agents), ...Object.values(loop.options.auto ?? {}).flat()]);
  return {
    ...sample,
    size: poolSize(loop),
    taken: flying.length + 1,
    startable: beside.filter(({ refusal }) => refusal === null).length,
    sharing: openFor(state, loop).length - beside.length,
    heldBack: latest.filter(({ ask }) => ask?.kind === 'problem' && heldCodes.has(ask.problem.code)).length,
    unmergeable: latest.filter(
      ({ gate }) => gate?.rules.some(({ rule, outcome }) => rule === 'merged' && outcome === 'fail') === true,
    ).length,
    reviewsWaiting: flying.flatMap(({ jobs }) =>
      jobs.filter((job) => job.kind === 'review' && isWaiting(state, job, at)),
    ).length,
    gateSeconds: run ? gateSeconds(run) : null,
    usualGateSeconds: median((loop.poolTunings ?? []).flatMap(({ observed }) => observed.gateSeconds ?? [])),
    limited: [...agents].filter((agent) => admissionOf(state, agent, at).kind !== 'free').toSorted(),
  };
}

/** How long a lane may be on its way to its place before it counts as waiting for one. */
const underWayMs = 5000;

const isWaiting = ({ effects }: State, { id, dispatchedAt }: Job, at: string): boolean =>
  effects[`${id}/lane`]?.startedBy === null && msBetween(dispatchedAt, at) > underWayMs;

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
