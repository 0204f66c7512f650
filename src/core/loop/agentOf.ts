import type { Job } from '../job/types.ts';
import type { Run } from './types.ts';

/** Who works in a seat of a run, and with what. */
export function agentOf(run: Run, session: string): Pick<Job, 'agent' | 'model' | 'effort'> {
  const agent = run.options.agents[session] ?? '';
  const { model, effort } = run.options.models[session]?.[agent] ?? { model: null, effort: null };
  return { agent, model, effort };
}
