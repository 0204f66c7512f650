import type { State } from '../state.ts';
import type { Breach, SharedChange } from './types.ts';

/** A change that was found without a tie, and the jobs of its time that still work. */
export interface LooseChange {
  readonly change: SharedChange;
  readonly jobs: readonly string[];
}

/**
 * What may still turn out to be somebody's: what a lane did is often read only after what it changed was seen, above all
 * where it worked on while no host ran. Once a breach names a job as the one who did it, that is settled, accepted or not.
 */
export function looseChanges(state: Pick<State, 'breaches' | 'shared'>): readonly LooseChange[] {
  const all = Object.values(state.breaches);
  const working = new Set(state.shared?.jobs.map(({ job }) => job));
  const isTied = ({ kind }: Breach, name: string, job: string): boolean =>
    all.some(
      (one) =>
        one.tie !== null &&
        one.kind === kind &&
        one.names.includes(name) &&
        one.witnesses.some((who) => who.job === job),
    );
  return all.flatMap((one) => {
    const { kind } = one;
    if (one.tie !== null || one.accepted !== undefined || kind === 'unseen') return [];
    const jobs = one.witnesses.map(({ job }) => job).filter((job) => working.has(job));
    return one.names.flatMap((name) => {
      const open = jobs.filter((job) => !isTied(one, name, job));
      // What it was before and is now is told there.
      const change = { kind, name, from: '', to: null, usual: !one.blocks, told: true } as const;
      return open.length === 0 ? [] : [{ change, jobs: open }];
    });
  });
}
