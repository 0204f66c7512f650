import { fill, problem, type Problem } from '../../base/problem.ts';
import type { Now } from '../context.ts';
import { admissionOf, type Admission } from '../limit/admission.ts';
import type { State } from '../state.ts';
import { circuitOf } from './evolve.ts';

/** Trials after which a person says how it goes on. */
const mostOpenings = 5;

type Known = Pick<State, 'limits' | 'circuits'>;

/** Whether a loop may give an agent a job now: neither its account is limited, nor do its lanes fail one after another. */
export function laneAdmission(
  state: Known,
  agent: string,
  { at, awakeMs }: Pick<Now, 'at' | 'awakeMs'>,
): LaneAdmission {
  const limited = admissionOf(state, agent, at);
  if (limited.kind === 'ask') return limited;
  const circuit = circuitOf(state.circuits, agent);
  if (circuit?.open && circuit.failures > 0) {
    if (circuit.open.trial !== null) return { kind: 'wait' };
    if (circuit.openings > mostOpenings) return { kind: 'ask', problem: failing(agent, circuit.failures, circuit.why) };
    if (awakeMs < circuit.open.untilAwake) return { kind: 'wait' };
  }
  return limited.kind === 'wait' ? { kind: 'wait' } : limited;
}

export type LaneAdmission = Exclude<Admission, { kind: 'wait' }> | { readonly kind: 'wait' };

const failing = (agent: string, count: number, why: Problem): Problem =>
  problem(
    'circuit.failing',
    '{count} {count|lane|lanes} of {agent} in a row failed, each trial among them; the last one: {reason} Mend it ({command} says more) or choose another agent, then resume.',
    { agent, count, reason: fill(why.text, why.params), command: 'mam doctor' },
  );
