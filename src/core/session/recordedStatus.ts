import { gateFacts } from '../gate/facts.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import type { Role } from '../topology/types.ts';

/**
 * How a seat stands for a run that a person has decided: by the verdicts that were looked at then. Time and later tasks
 * don't change that, unless the seat itself takes its pass back.
 */
export function recordedStatus(
  state: State,
  run: Run,
  { session }: Pick<Role, 'session'>,
): { status: string; ok: boolean } {
  const own = gateFacts(state, run).verdicts.filter((verdict) => verdict.session === session);
  if (own.length === 0) return { status: 'missing', ok: false };
  if (own.some((verdict) => verdict.word !== 'pass')) return { status: 'blocked', ok: false };
  const lowered = run.lowered[session];
  return lowered ? { status: lowered.status, ok: false } : { status: 'passed', ok: true };
}
