import { isoSeconds } from '../../base/clock.ts';
import { problem } from '../../base/problem.ts';
import { applyQueueEdit } from '../../protocol/queueEdit.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { EffectContext, EffectOf } from './handler.ts';

/** How often it begins anew because somebody else wrote the file meanwhile. */
const mostTries = 50;

/**
 * Changes the queue file, from what it holds at that moment to exactly that and the edit. Whoever else writes it at the
 * same time loses nothing: then it is read anew. Asked for twice, it is done once.
 */
export async function editQueue(
  { edit }: Pick<EffectOf<'editQueue'>, 'edit'>,
  { files, places, clock, state }: Pick<EffectContext, 'files' | 'places' | 'clock' | 'state'>,
): Promise<Outcome> {
  for (let tries = 0; tries < mostTries; tries++) {
    const before = await files.read(places.queue);
    if (!before.ok) return { kind: 'failed', problem: before.error };
    const { runs, imports } = state();
    const taken = [...Object.values(runs).map((run) => run.task.id), ...imports.flatMap((one) => one.completed)];
    const year = Number(isoSeconds(clock.now()).slice(0, 4));
    const after = applyQueueEdit(before.value ?? '', edit, { year, taken });
    if (!after.ok) return { kind: 'failed', problem: after.error };
    if (after.value === before.value) return { kind: 'editQueue', wasThere: true };
    const put = await files.replace(places.queue, before.value, after.value);
    if (!put.ok) return { kind: 'failed', problem: put.error };
    if (put.value) return { kind: 'editQueue' };
  }
  return {
    kind: 'failed',
    problem: problem('queue.busy', '{file} changes all the time, so nothing was put into it. Try again.', {
      file: places.queue,
    }),
  };
}
