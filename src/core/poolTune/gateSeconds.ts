import { msBetween } from '../../base/clock.ts';
import type { CheckResult } from '../evidence/types.ts';
import type { Job } from '../job/types.ts';
import { workedMs } from '../job/worked.ts';
import type { Run } from '../loop/types.ts';

/**
 * Seconds that the reviews and checks of a task's newest round were at work; null for a task that had neither. Time in which nothing
 * of it went on is none of them: while a lane waited for its place, a person was asked, or this machine slept. Nobody times a
 * person either, who may review as well.
 */
export function gateSeconds({ jobs, round, change, merged, results, options: { people = [] } }: Run): number | null {
  const reviews = jobs.filter((job) => job.kind === 'review' && job.round === round && !people.includes(job.agent));
  const made = merged?.made.kind === 'clean' ? merged.made.commit : undefined;
  const [own, ofMerge] = [change?.head, made].map((head) => results.filter((result) => result.head === head));
  if (reviews.length === 0 && own?.length === 0) return null;
  // Reviews and checks of a head run beside each other, those of its merge come after.
  return (Math.max(busyMs(reviews), checksMs(own)) + (made === change?.head ? 0 : checksMs(ofMerge))) / 1000;
}

const checksMs = (results: readonly CheckResult[] = []): number =>
  results.reduce((sum, { durationMs }) => sum + durationMs, 0);

/** How long at least one of these lanes was at work. */
function busyMs(lanes: readonly Job[]): number {
  const spans = lanes
    .flatMap((job) => {
      const ms = workedMs(job);
      return ms === null
        ? []
        : [{ from: msBetween(lanes[0]?.dispatchedAt ?? '', job.begunAt ?? job.dispatchedAt), ms }];
    })
    .toSorted((a, b) => a.from - b.from);
  let [busy, end] = [0, -Infinity];
  for (const { from, ms } of spans) {
    busy += Math.max(from + ms - Math.max(from, end), 0);
    end = Math.max(end, from + ms);
  }
  return busy;
}
