import { put } from '../records.ts';
import { failuresOf, type Failures } from './failures.ts';
import { stepEffort } from './stepEffort.ts';
import type {
  AutotuneConfig,
  AutotuneDecision,
  AutotuneEvent,
  Cooldown,
  Efforts,
  LaneBatch,
  LaneObservation,
  Recommendation,
} from './types.ts';

/** The name of a lane in the cool-down. Another agent in the same role is another lane. */
export const laneKey = ({ role, agent }: Pick<LaneObservation, 'role' | 'agent'>): string => `${role}||${agent}`;

type Timed = LaneObservation & { readonly elapsedS: number };

/**
 * Finds lanes that take far longer than the others of the same agent in the newest batch, and steps their effort: up where
 * they fail, so that they think more, else down. Agents are never compared with each other. The same batches give the
 * same decision: `history` is oldest first, and nothing else is looked at.
 */
export function computeAutotune(
  history: readonly LaneBatch[],
  cooldown: Cooldown,
  config: AutotuneConfig,
  efforts: Efforts,
): AutotuneDecision {
  const cooling = Object.entries(cooldown).filter(([, left]) => Number.isInteger(left) && left > 0);
  const incoming = new Map(cooling);
  let next: Cooldown = Object.fromEntries(cooling.flatMap(([key, left]) => (left > 1 ? [[key, left - 1]] : [])));
  const newest = history.at(-1);
  if (newest === undefined) return { overrides: [], recommendations: [], cooldown: next, events: [] };
  const window = history.slice(-config.failWindow);
  const events: AutotuneEvent[] = [];
  const recommendations: Recommendation[] = [];
  for (const [agent, lanes] of byAgent(newest)) {
    const timed = lanes.filter(isTimed);
    if (timed.length < 2) {
      events.push({ kind: 'no-op', agent, activeLaneCount: lanes.length, timedLaneCount: timed.length });
      continue;
    }
    const median = usualTime(timed, config);
    const threshold = config.k * median;
    const judged = { medianElapsedS: thousandths(median), k: config.k, flagThresholdS: thousandths(threshold) };
    events.push({ kind: 'evaluated', agent, ...judged, timedLaneCount: timed.length });
    for (const lane of timed.filter(({ elapsedS }) => elapsedS > threshold)) {
      const left = incoming.get(laneKey(lane)) ?? 0;
      const row = recommend(lane, failuresOf(window, lane), left, config, efforts);
      recommendations.push({ ...row, ...judged });
      if (row.actuated) next = put(next, laneKey(lane), config.cooldown);
    }
  }
  const overrides = recommendations.flatMap(({ role, agent, effortTo }) =>
    effortTo === null ? [] : [{ role, agent, effort: effortTo }],
  );
  return { overrides, recommendations, cooldown: next, events };
}

function recommend(
  { role, agent, elapsedS }: Timed,
  { failed, observed }: Failures,
  left: number,
  config: AutotuneConfig,
  { effortOf, ladderOf }: Efforts,
): Omit<Recommendation, 'medianElapsedS' | 'k' | 'flagThresholdS'> {
  const rate = observed >= config.failMinSample && observed > 0 ? failed / observed : null;
  const direction = rate !== null && rate > config.failThreshold ? 'strengthen' : 'accelerate';
  const from = effortOf(agent, role);
  const step =
    left > 0 ? { to: null, note: `cooling down, ${left} left` } : stepEffort(ladderOf(agent, role), from, direction);
  return {
    role,
    agent,
    elapsedS,
    failRate: rate === null ? null : thousandths(rate),
    failSample: observed,
    failMinSample: config.failMinSample,
    failThreshold: config.failThreshold,
    failSignal: rate === null ? 'no-signal' : 'observed',
    direction,
    effortFrom: from,
    effortTo: step.to,
    actuated: step.to !== null,
    cooldownRemaining: left,
    cooldownSet: step.to === null ? 0 : config.cooldown,
    note: step.note,
  };
}

/** The lanes of each agent, agents in alphabetical order. */
function byAgent(batch: LaneBatch): readonly (readonly [string, LaneBatch])[] {
  const agents = [...new Set(batch.map(({ agent }) => agent))].filter((agent) => agent !== '');
  return agents.toSorted(byCode).map((agent) => [agent, batch.filter((lane) => lane.agent === agent)]);
}

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const isTimed = (lane: LaneObservation): lane is Timed => lane.elapsedS !== null && Number.isFinite(lane.elapsedS);

/** What lanes are measured by: the median, or of two lanes, where that is wanted, the faster one. */
function usualTime(timed: readonly Timed[], { twoLanes = false }: AutotuneConfig): number {
  const times = timed.map(({ elapsedS }) => elapsedS).toSorted((a, b) => a - b);
  const upper = Math.floor(times.length / 2);
  if (times.length === 2 && twoLanes) return times[0] ?? 0;
  const high = times[upper] ?? 0;
  return times.length % 2 === 1 ? high : ((times[upper - 1] ?? 0) + high) / 2;
}

const thousandths = (value: number): number => Number(value.toFixed(3));
