import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import type { Job } from '../job/types.ts';
import type { State } from '../state.ts';
import { plannerRole } from '../topology/planner.ts';
import { writerRole } from '../topology/roles.ts';
import { agentOf } from './agentOf.ts';
import { needLease } from './needLease.ts';
import { stepsOf } from './options.ts';
import { startRound } from './startRound.ts';
import { needTurn } from './turn.ts';
import type { Run } from './types.ts';

/** The newest answered job of these kinds. */
const last = (run: Run, ...kinds: readonly Job['kind'][]): Job | undefined =>
  run.jobs.findLast((job) => kinds.includes(job.kind) && job.answer !== undefined);

/** The plan that holds, or undefined before there is one. */
export const planOf = (run: Run): Job | undefined => last(run, 'plan');

/** Whether a run still has to plan before its first round. */
export const needsPlan = (run: Run): boolean =>
  stepsOf(run.options).plan && plannerRole(run.options.topology) !== undefined && planOf(run) === undefined;

/** Plan and talk about it, in turn, until the writer agrees or has answered often enough. */
export function plan(state: State, run: Run, context: Context): readonly DomainEvent[] {
  const planner = plannerRole(run.options.topology);
  const writer = writerRole(run.options.topology);
  if (!run.base || !planner || !writer) return startRound(run, context);
  const lease = needLease(state, run, context);
  if (lease) return lease;
  const newest = last(run, 'plan', 'plan-talk');
  const enter = (phase: 'planning' | 'plan-talk'): readonly DomainEvent[] => [
    { type: 'phaseEntered', run: run.id, phase },
  ];
  const about = newest ? { about: [newest.id] } : {};
  const shared = { commit: run.base.commit, identity: null, ...about } as const;
  if (run.phase === 'planning') {
    if (newest?.kind === 'plan') {
      const talks = run.jobs.filter((job) => job.kind === 'plan-talk' && job.answer !== undefined);
      return talks.length < stepsOf(run.options).planTalks ? enter('plan-talk') : startRound(run, context);
    }
    return needTurn(
      state,
      run,
      { kind: 'plan', role: planner, staff: agentOf(run, planner.session), ...shared },
      context,
    );
  }
  if (newest?.kind !== 'plan-talk')
    return needTurn(
      state,
      run,
      { kind: 'plan-talk', role: writer, staff: agentOf(run, writer.session), ...shared },
      context,
    );
  return newest.answer?.word === 'pass' ? startRound(run, context) : enter('planning');
}
