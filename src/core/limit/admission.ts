import { laterThan, msBetween } from '../../base/clock.ts';
import { problem, type Problem } from '../../base/problem.ts';
import type { State } from '../state.ts';
import type { UsageLimit } from './types.ts';

/** Agents round the time up to the minute, and clocks differ: a trial that comes too early would be the only one. */
const marginMs = 30_000;

/** Whether work may be given to an agent now, has to wait for the time, or waits for a person. */
export type Admission =
  | { readonly kind: 'free' }
  | { readonly kind: 'wait'; readonly limit: UsageLimit }
  | { readonly kind: 'ask'; readonly problem: Problem };

/** What a usage limit means for the next job of an agent; `at` is now. */
export function admissionOf(state: Pick<State, 'limits'>, agent: string, at: string): Admission {
  const limit = limitOf(state, agent);
  if (!limit) return { kind: 'free' };
  if (limit.trial !== null) return { kind: 'wait', limit };
  if (limit.isSpent) return { kind: 'ask', problem: stillLimited(agent, limit) };
  if (limit.until === null) return { kind: 'ask', problem: limitedForLong(agent) };
  return msBetween(laterThan(limit.until, marginMs), at) >= 0 ? { kind: 'free' } : { kind: 'wait', limit };
}

/** The limit that an agent's account has reached; undefined when none is known. */
export const limitOf = ({ limits }: Pick<State, 'limits'>, agent: string): UsageLimit | undefined =>
  Object.hasOwn(limits, agent) ? limits[agent] : undefined;

const limitedForLong = (agent: string): Problem =>
  problem(
    'limit.untold',
    '{agent} has reached a usage limit and did not say until when. Resume once it is lifted, or choose another agent.',
    { agent },
  );

const stillLimited = (agent: string, { until }: UsageLimit): Problem =>
  until === null
    ? problem(
        'limit.spent',
        '{agent} was tried again after its usage limit and met it once more. Resume once it is lifted, or choose another agent.',
        { agent },
      )
    : problem(
        'limit.spent',
        '{agent} was tried again after its usage limit and met it once more, until {until}. Resume after that, or choose another agent.',
        { agent, until },
      );
