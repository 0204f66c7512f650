import type { Job } from '../job/types.ts';
import type { Run } from './types.ts';

/** Who works in a seat of a run, and with what. */
export function agentOf(run: Run, session: string): Pick<Job, 'agent' | 'model' | 'effort'> {
  return laneOf(run, session, run.options.agents[session] ?? '');
}

/** With what an agent works in a seat. */
export function laneOf(run: Run, session: string, agent: string): Pick<Job, 'agent' | 'model' | 'effort'> {
  const { model, effort } = run.options.models[session]?.[agent] ?? { model: null, effort: null };
  return { agent, model, effort };
}
