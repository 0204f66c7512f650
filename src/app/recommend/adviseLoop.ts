import type { Actor } from '../../core/actor.ts';
import type { Log } from '../ports/system.ts';
import type { QueueAdvice } from './queueAdvice.ts';

/**
 * What a loop on the queue begins with beside its first task: the reports of what is recommended, and where a person
 * switched it on, the recommendations in the backlog. Whatever keeps it from that does not keep the loop.
 */
export async function adviseLoop(
  advice: QueueAdvice,
  applies: boolean,
  actor: Actor,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const applied = applies && actor.kind === 'person' ? await advice.apply(actor) : null;
  const refused = applied === null ? [] : applied.ok ? applied.value.refused : [applied.error];
  for (const { code } of refused) log.warn('a recommendation was not put into the queue', { code });
  const failed = await advice.publish(await advice.read());
  if (failed) log.warn('recommendations were not written', { code: failed.code });
}
