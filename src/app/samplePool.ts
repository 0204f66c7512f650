import type { OverlapWith } from '../core/overlap/radar.ts';
import type { PoolSample } from '../core/poolTune/types.ts';
import type { Machine } from './ports/machine.ts';

/** What is seen now of the machine and of the worktrees in which somebody works, each pair of them once. */
export function samplePool(
  machine: Pick<Machine, 'load'>,
  overlaps: ReadonlyMap<string, readonly OverlapWith[]> | null,
): PoolSample {
  const pairs = [...(overlaps ?? [])].flatMap(([path, others]) =>
    others.filter(({ other, kind, forecast }) => path < other && kind === 'mam' && forecast.kind === 'conflict'),
  );
  return { load: machine.load(), conflicts: overlaps === null ? null : pairs.length };
}
