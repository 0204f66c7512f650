import { problem, type Problem } from '../../base/problem.ts';
import type { State } from '../../core/state.ts';
import { freePorts, type PortRange } from '../../core/worktree/ports.ts';
import type { Machine } from '../ports/machine.ts';

/** Blocks that are looked at: whoever serves everywhere is not to be searched behind for long. */
const mostBlocks = 50;

/**
 * Where the ports of a new worktree may lie now. Other repositories and other programs know nothing of the blocks of this
 * one, so ports at which somebody serves are left out.
 */
export async function openPorts(
  state: () => Pick<State, 'worktrees'>,
  machine: Pick<Machine, 'serves'>,
  range: PortRange,
  own: string,
): Promise<PortRange & { readonly taken: readonly number[] }> {
  const taken: number[] = [];
  for (let n = 0; n < mostBlocks; n += 1) {
    const block = freePorts(state(), { ...range, taken }, own);
    const ports = block === null ? [] : Array.from({ length: block.count }, (_, at) => block.first + at);
    const served = await Promise.all(ports.map((port) => machine.serves(port)));
    if (!served.includes(true)) break;
    taken.push(...ports.filter((_, at) => served[at]));
  }
  return { ...range, taken };
}

const gigabyte = 1024 ** 3;

/** What of the machine a person should know who has a worktree made. */
export function roomWarnings(path: string, free: number | null, taken: readonly number[]): readonly Problem[] {
  return [
    ...(taken.length === 0
      ? []
      : [
          problem('worktree.portsServed', 'Other programs serve at {ports}, so the worktree has other ports.', {
            ports: taken.join(', '),
          }),
        ]),
    ...[lowDisk(path, free)].filter((one) => one !== null),
  ];
}

/** That there is hardly room for a worktree where a path lies or will lie; null where there is, or nobody can tell. */
export const lowDisk = (path: string, free: number | null): Problem | null =>
  free === null || free >= gigabyte
    ? null
    : problem(
        'worktree.lowDisk',
        'Only {free} GB are free where {path} lies. Remove worktrees that are no longer needed: mam doctor names them.',
        { free: (free / gigabyte).toFixed(1), path },
      );
