import { problem, type Problem } from '../../base/problem.ts';
import type { State } from '../state.ts';
import { admissionOf } from './admission.ts';

/**
 * Why no lane that somebody waits for may be given to an agent now; null when one may. Whoever asked for it is there, so
 * that it does not wait for the time. `option` is by which another agent is chosen.
 */
export function limitedAgent(
  state: Pick<State, 'limits'>,
  agent: string,
  at: string,
  option: '--read-agent' | '--write-agent',
): Problem | null {
  const admission = admissionOf(state, agent, at);
  if (admission.kind === 'free') return null;
  if (admission.kind === 'ask') return admission.problem;
  return admission.limit.trial === null
    ? problem(
        'limit.reached',
        '{agent} has reached a usage limit until {until}. Wait until then, or choose another with {option}.',
        { agent, until: admission.limit.until ?? '-', option },
      )
    : problem(
        'limit.tried',
        'Another lane is finding out whether the usage limit of {agent} is lifted. Start again once that one has ended, or choose another with {option}.',
        { agent, option },
      );
}
