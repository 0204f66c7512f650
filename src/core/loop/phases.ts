import type { OpenEffect, State } from '../state.ts';
import type { Phase, Run } from './types.ts';

/** Whether the engine has something to do for a run without a person. */
export const isActive = ({ phase }: Pick<Run, 'phase'>): boolean => !resting.has(phase);

const resting: ReadonlySet<Phase> = new Set(['waiting', 'retrying', 'needs-you', 'stopped', 'ended']);

/** Whether a person may decide on a run: it has not ended, and nothing goes on in it now. */
export const isAtRest = (run: Pick<Run, 'phase'>): boolean => run.phase !== 'ended' && !isActive(run);

/** What is open for a run, or for a batch. */
export const openEffects = (state: State, run: Pick<Run, 'id'>): readonly OpenEffect[] =>
  Object.values(state.effects).filter((open) => open.effect.run === run.id);

/** Whether something is under way that the run's next step has to wait for; clearing up is not. */
export const isBusy = (state: State, run: Run): boolean =>
  openEffects(state, run).some((open) => open.effect.kind !== 'removeWorktree');

/** A person took its work, or its gate is open and waits for them. What they gave up is not done, however its gate stood. */
export const isDone = ({ decision, phase, gate }: Run): boolean =>
  decision === null ? phase === 'waiting' && gate?.open === true : decision.kind === 'approved';

/** Whether something is done for a run now, which may be so even while it waits for a person. */
export const isWorking = (state: State, run: Run): boolean =>
  isActive(run) || (run.phase !== 'ended' && isBusy(state, run));

export const isRequested = (state: State, effect: string): boolean => effect in state.effects;

/** A run that waits for a person's decision, which it can't get because a reviewer took its pass back. */
export const hasLoweredPass = (run: Run): boolean =>
  run.phase === 'waiting' &&
  run.decision === null &&
  (run.gate?.rules ?? []).some((rule) => rule.missing.some((one) => one.code === 'gate.lowered'));
