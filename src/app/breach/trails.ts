import type { Deed } from '../../core/breach/tie.ts';

/** What jobs are known to have done lately, to be compared with what changed. */
export interface Trails {
  note(job: string, deed: Deed): void;
  /** Oldest first. */
  of(job: string): readonly Deed[];
  /** Keeps the trails of these jobs only. */
  keep(jobs: ReadonlySet<string>): void;
}

/** A script of an agent may be long; what it names stands anywhere in it. */
const longest = 4000;
/** A lane that is joined again tells all that it did at once. */
const mostDeeds = 2000;

export function createTrails(): Trails {
  const trails = new Map<string, Deed[]>();
  return {
    note(job, deed) {
      const trail = trails.get(job) ?? [];
      trails.set(job, trail);
      trail.push({ ...deed, text: deed.text.slice(0, longest) });
      if (trail.length > mostDeeds) trail.shift();
    },
    of: (job) => trails.get(job) ?? [],
    keep(jobs) {
      for (const job of trails.keys()) if (!jobs.has(job)) trails.delete(job);
    },
  };
}
