import type { State } from '../state.ts';
import type { Job } from './types.ts';

export interface LaneLimits {
  /** Lanes at once, of all loops and batches together. */
  readonly most: number;
  /** By agent, how many of these at most; no limit of its own where it has none. */
  readonly perAgent: Readonly<Record<string, number>>;
}

interface Lanes {
  /** Jobs whose lanes have a place. */
  readonly running: readonly string[];
  /** Jobs whose lanes wait for one, in the order in which they were handed out. */
  readonly waiting: readonly string[];
}

type Known = Pick<State, 'openJobs' | 'runs' | 'batches'>;

/**
 * Which lanes begin now, in this order. Whoever has the fewest places is next, so that a loop with many reviewers leaves
 * room for one with a single one; of those that have as many, the work of the more urgent task, and then whoever waits
 * longest. A lane whose agent has no place left keeps none from the others.
 */
export function lanesToBegin(state: Known, { running, waiting }: Lanes, limits: LaneLimits): readonly string[] {
  const held = new Map<string, number>();
  const busy = new Map<string, number>();
  const place = (lane: Lane): void => {
    held.set(lane.owner, (held.get(lane.owner) ?? 0) + 1);
    busy.set(lane.agent, (busy.get(lane.agent) ?? 0) + 1);
  };
  for (const job of running) place(laneOf(state, job));
  const queue = waiting.map((job) => laneOf(state, job));
  const begun: string[] = [];
  while (running.length + begun.length < limits.most) {
    const free = queue.filter(({ agent }) => (busy.get(agent) ?? 0) < (limits.perAgent[agent] ?? limits.most));
    const next = free.toSorted(
      (a, b) => (held.get(a.owner) ?? 0) - (held.get(b.owner) ?? 0) || a.priority - b.priority,
    )[0];
    if (!next) break;
    place(next);
    queue.splice(queue.indexOf(next), 1);
    begun.push(next.job);
  }
  return begun;
}

interface Lane {
  readonly job: string;
  /** The loop or the batch that it works for. */
  readonly owner: string;
  readonly agent: string;
  /** Of its task, from 0, the most urgent. */
  readonly priority: number;
}

/** Of a batch: what a person waits for is as urgent as any task. */
const usualPriority = 0;

function laneOf({ openJobs, runs, batches }: Known, id: string): Lane {
  const work = openJobs[id] ?? '';
  const run = runs[work];
  const batch = batches[work];
  const of = ({ jobs }: { readonly jobs: readonly Job[] }): string => jobs.find((one) => one.id === id)?.agent ?? '';
  if (run) return { job: id, owner: run.loop, agent: of(run), priority: run.task.priority };
  return { job: id, owner: work, agent: batch ? of(batch) : '', priority: usualPriority };
}
