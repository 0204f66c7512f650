import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import { labelOfCall } from './call.ts';
import { isAnswerable, judgeSights, type Judged } from './judge.ts';
import type { AgentSession, Sight } from './types.ts';

/** Whether what was seen is a question that came after the one which its agent asked by an event of its job. */
export const isNewerQuestion = (judged: Judged | null, permission: { readonly at: string }): boolean =>
  judged?.activity.kind === 'needsYou' && judged.since > permission.at;

/**
 * The question of its job that a sight shows to be answered: its agent asked the same in a dialogue of its own afterwards,
 * and goes on now. An answer to anything else says nothing of it: that takes a prompt, or a later word of its agent.
 */
export function answeredBy(
  { delegations }: Pick<State, 'delegations'>,
  { sights, job: id, generation }: AgentSession,
  sight: Sight,
  at: string,
): readonly DomainEvent[] {
  const job = id === null ? undefined : delegations[id];
  const attempt = job?.attempts.find(({ ended }) => ended === null);
  if (!job || !attempt?.permission || attempt.generation !== generation) return [];
  const was = judgeSights(sights, at);
  if (was?.activity.kind !== 'needsYou' || !isNewerQuestion(was, attempt.permission)) return [];
  if (!isAnswerable(was.activity)) return [];
  const { text } = attempt.permission;
  const call = sights[was.source]?.call;
  if (text !== was.activity.text && (call === undefined || text !== labelOfCall(call))) return [];
  const goesOn = judgeSights({ ...sights, [sight.source]: sight }, at)?.activity.kind === 'working';
  const isCleared = sight.source === 'screen' && sight.activity.kind === 'quiet';
  return goesOn || isCleared ? [{ type: 'permissionSettled', job: job.id, attempt: attempt.attempt }] : [];
}
