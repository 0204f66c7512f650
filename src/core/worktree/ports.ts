import type { State } from '../state.ts';
import type { PortBlock } from './types.ts';

/** Where blocks of ports may lie: `count` ports each, from `first` on; 0 gives none out. */
export interface PortRange {
  readonly first: number;
  readonly count: number;
  /** Ports at which other programs serve. */
  readonly taken?: readonly number[];
}

const highest = 65_535;

/**
 * The lowest block that no worktree has and in which nobody serves; null where none is wanted or left. A worktree keeps
 * its block as long as it is there.
 */
export function freePorts(
  { worktrees }: Pick<State, 'worktrees'>,
  range: PortRange | undefined,
  /** Id of the worktree that it is for: what that had before it could not be made is its own. */
  own?: string,
): PortBlock | null {
  const { first, count, taken = [] } = range ?? { first: 0, count: 0 };
  if (count === 0) return null;
  const given = [
    ...Object.values(worktrees).flatMap(({ id, ports }) => (ports && id !== own ? [ports] : [])),
    ...taken.map((port) => ({ first: port, count: 1 })),
  ];
  for (let at = first; at + count - 1 <= highest; at += count)
    if (!given.some((block) => block.first < at + count && at < block.first + block.count)) return { first: at, count };
  return null;
}

/** What programs of a worktree get told of its ports: `PORT` is the one that most servers take. */
export const portVariables = (ports: PortBlock | undefined): Readonly<Record<string, string>> =>
  ports === undefined
    ? {}
    : {
        PORT: String(ports.first),
        MAM_PORT: String(ports.first),
        MAM_PORTS: Array.from({ length: ports.count }, (_, n) => ports.first + n).join(','),
      };

/** The same for whoever works in a folder, which may lie in one of the worktrees. */
export const portVariablesIn = (
  { worktrees }: Pick<State, 'worktrees'>,
  folder: string,
): Readonly<Record<string, string>> =>
  portVariables(Object.values(worktrees).find(({ path }) => folder === path || folder.startsWith(`${path}/`))?.ports);
