import type { Direction } from './types.ts';

interface EffortStep {
  /** Null where nothing changes. */
  readonly to: string | null;
  readonly note: string;
}

/** The next effort in a direction, never past the end of the ladder. */
export function stepEffort(ladder: readonly string[], from: string | null, direction: Direction): EffortStep {
  const rung = from === null ? -1 : ladder.indexOf(from);
  if (rung === -1) return { to: null, note: `effort ${from ?? 'unset'} is off the ladder` };
  const to = ladder[rung + (direction === 'strengthen' ? 1 : -1)];
  if (to === undefined)
    return { to: null, note: `effort ${from} is the ${direction === 'strengthen' ? 'highest' : 'lowest'} already` };
  return { to, note: `effort ${from} -> ${to}` };
}
