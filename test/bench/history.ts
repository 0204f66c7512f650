import type { DomainEvent, Recorded } from '../../src/core/event.ts';
import type { Draft } from '../../src/app/ports/eventStore.ts';
import { CoreWorld, person, taskOf } from '../builders/core.ts';

const at = '2026-01-31T12:00:00Z';
/** A busy repository's tasks come back; each of these has been worked on many times. */
const usualTasks = 400;

/** What one task leaves in the log from its start to its merge, with the signals and beats of its lanes. */
function oneStory(): readonly DomainEvent[] {
  const world = new CoreWorld().start([taskOf('T-2026-0000', { claims: ['src/T-2026-0000.ts'] })]).playUntil();
  const run = world.run();
  world.do({ type: 'approve', run: run.id, head: run.change?.head ?? '' }, person);
  world.do({ type: 'mergeLocally', run: run.id }, person);
  world.playUntil();
  return world.log.flatMap(({ event }): readonly DomainEvent[] => {
    if (event.type !== 'jobDispatched') return [event];
    const { id, session, role, agent } = event.job;
    const beat = { type: 'sessionBeat', session, role, task: run.task.id, status: 'running', agent } as const;
    const signals = Array.from({ length: 4 }, (_, i): readonly DomainEvent[] => [
      { type: 'jobSignalled', job: id, kind: 'progress', text: `step ${i} of the work on the fetcher and its test` },
      beat,
    ]);
    return [event, ...signals.flat()];
  });
}

/** A log of `count` events: the same story over and over, each time with ids and commits of its own. */
export function history(count: number, tasks = usualTasks): readonly Recorded[] {
  const story = oneStory().map((event) => JSON.stringify(event));
  const log: Recorded[] = [];
  for (let n = 0; log.length < count; n += 1) {
    const task = `T-2026-${String(n % tasks).padStart(4, '0')}`;
    for (const text of story.slice(0, count - log.length)) {
      const own = text
        .replaceAll('T-2026-0000', task)
        .replaceAll(/"(id|head-|tree-|patch-)(\d+)/g, (_, kind: string, i: string) => `"${kind}${n}-${i}`);
      const event: DomainEvent = JSON.parse(own);
      log.push({ seq: log.length + 1, at, actor: 'host:bench', event });
    }
  }
  return log;
}

/** The same up to the end of a task, so that nothing is left to do. */
export function endedHistory(count: number, tasks = usualTasks): readonly Recorded[] {
  const log = history(count, tasks);
  return log.slice(
    0,
    log.findLastIndex(({ event }) => event.type === 'loopStarted'),
  );
}

export const draftOf = ({ at: when, actor, event }: Recorded): Draft => ({ at: when, actor, event });
