import type { Agent } from './agent.ts';
import { laneEnvironment } from './laneEnvironment.ts';

/**
 * The whole environment of a program of this agent: what `laneEnvironment` lets through, without the keys that only
 * count where a person allows any sign-in. A key that were left there would be spent before the subscription is.
 */
export function agentEnvironment(
  agent: Pick<Agent, 'variables' | 'auth'>,
  anySignIn: boolean,
  host: Readonly<Record<string, string | undefined>>,
  added: Readonly<Record<string, string>>,
): Record<string, string> {
  const all = laneEnvironment(host, agent.variables, added);
  const keys = anySignIn ? [] : (agent.auth?.keys ?? []);
  return Object.fromEntries(Object.entries(all).filter(([name]) => !keys.includes(name)));
}
