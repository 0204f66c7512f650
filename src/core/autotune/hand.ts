import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import type { Loop } from '../loop/types.ts';
import type { State } from '../state.ts';
import { adviceOf, wantedEffort, type Advice, type Judged } from './advice.ts';
import { laneKey } from './compute.ts';
import { sessionOf } from './tune.ts';
import type { LaneObservation, Recommendation } from './types.ts';

type Lane = Pick<LaneObservation, 'role' | 'agent'>;

/** What a person did about a recommendation, by `laneKey`. */
export interface HandTuning extends Lane {
  readonly of: Judged;
  /** Null: it is not to be shown any more. */
  readonly effort: string | null;
  /** No task has begun with it yet. */
  readonly isPending: boolean;
}

/** How a recommendation stands. `wanted` is the effort that it leads to, or null. */
export interface AdviceStanding {
  readonly kind: 'acted' | 'byHand' | 'dismissed' | 'cooling' | 'fixed' | 'suggested';
  readonly wanted: string | null;
}

export function standingOf(state: Pick<State, 'handTunings'>, advice: Advice, row: Recommendation): AdviceStanding {
  const hand = state.handTunings[laneKey(row)];
  const wanted = wantedEffort(advice, row);
  const kind = (): AdviceStanding['kind'] => {
    if (hand && hand.of.run === advice.of.run && hand.of.outcome === advice.of.outcome)
      return hand.effort === null ? 'dismissed' : 'byHand';
    if (advice.acts && row.actuated) return 'acted';
    if (wanted === null) return 'fixed';
    return row.cooldownRemaining > 0 ? 'cooling' : 'suggested';
  };
  return { kind: kind(), wanted };
}

/** A person takes a recommendation for the next task, or puts it away until the next one; whatever the settings say. */
export function tuneByHand(
  state: State,
  { type, role, agent }: Lane & { readonly type: 'applyTuning' | 'dismissTuning' },
  { actor }: Pick<Context, 'actor'>,
): Result<readonly DomainEvent[], Problem> {
  const advice = adviceOf(state);
  const row = advice?.recommendations.find((one) => one.role === role && one.agent === agent);
  const now = advice && row ? standingOf(state, advice, row) : null;
  if (!advice || !row || !now || now.kind === 'dismissed')
    return err(
      problem(
        'autotune.noAdvice',
        'Nothing is recommended for {role} ({agent}) at present. mam autotune shows what is.',
        {
          role,
          agent,
        },
      ),
    );
  if (now.kind === 'acted' || now.kind === 'byHand')
    return err(
      problem('autotune.applied', 'It is applied already: {role} ({agent}) gets {effort} for the next task.', {
        role,
        agent,
        effort: state.handTunings[laneKey(row)]?.effort ?? now.wanted ?? '-',
      }),
    );
  const lane = { role, agent, of: advice.of, run: advice.of.run, by: actor.id };
  if (type === 'dismissTuning') return ok([{ type: 'tuningDismissed', ...lane }]);
  if (now.wanted === null)
    return err(
      problem(
        'autotune.noStep',
        '{role} ({agent}) stays at {effort}: its model takes no further effort in that direction. Choose another model in mam.lanes.models.',
        { role, agent, effort: row.effortFrom ?? '-' },
      ),
    );
  return ok([{ type: 'tuningApplied', ...lane, effort: now.wanted }]);
}

/** One entry for each lane; what was applied is spent with the next task that begins. */
export function evolveHandTunings(
  tunings: State['handTunings'],
  event: DomainEvent,
  loops: State['loops'],
): State['handTunings'] {
  switch (event.type) {
    case 'tuningApplied':
    case 'tuningDismissed': {
      const { role, agent, of } = event;
      const effort = event.type === 'tuningApplied' ? event.effort : null;
      return { ...tunings, [laneKey(event)]: { role, agent, of, effort, isPending: effort !== null } };
    }
    case 'runStarted': {
      const loop = loops[event.loop];
      if (!loop || event.efforts === undefined) return tunings;
      const isSpent = ({ role, agent, effort, isPending }: HandTuning): boolean =>
        isPending && event.efforts?.[sessionOf(loop, role) ?? '']?.[agent] === effort;
      if (!Object.values(tunings).some(isSpent)) return tunings;
      return Object.fromEntries(
        Object.entries(tunings).map(([key, one]) => [key, isSpent(one) ? { ...one, isPending: false } : one]),
      );
    }
    default:
      return tunings;
  }
}

type Efforts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** By session and agent, the efforts that the next run gets: those of the newest decision, and over them a person's; empty where nothing changes. */
export function nextEfforts({ handTunings }: Pick<State, 'handTunings'>, loop: Loop): Efforts {
  const efforts: Record<string, Record<string, string>> = {};
  const byHand = Object.values(handTunings).filter(({ isPending }) => isPending);
  for (const { role, agent, effort } of [...(loop.tunings?.at(-1)?.overrides ?? []), ...byHand]) {
    const session = sessionOf(loop, role);
    if (session !== undefined && effort !== null) efforts[session] = { ...efforts[session], [agent]: effort };
  }
  return efforts;
}
