import type { Loop, Run } from '../../core/loop/types.ts';
import { isProposing } from '../../core/patch/isProposing.ts';
import type { State } from '../../core/state.ts';
import { currentLoop } from './select.ts';

/** One loop for a person who looks at all of them. */
export interface LoopRow {
  readonly loop: Loop;
  /** What it works on now, or last. */
  readonly task: string | null;
  /** The checkout that a person named; null for the branches of the queue. */
  readonly path: string | null;
  readonly word: 'running' | 'stopping' | 'completed' | 'blocked' | 'stopped';
}

/** Every loop that works or has a run that waits for somebody, oldest first; the last one where there is none. */
export function loopRows(state: Pick<State, 'loops' | 'runs'>): readonly LoopRow[] {
  const open = Object.values(state.loops).filter((loop) => isOpen(state, loop));
  const last = currentLoop(state);
  return (open.length > 0 ? open : last === null ? [] : [last]).map((loop) => ({
    loop,
    task: loop.taken.at(-1) ?? loop.options.given?.id ?? null,
    path: loop.options.source?.path ?? null,
    word: wordOf(state, loop),
  }));
}

/** A run that is approved waits for nobody's loop. */
const isOpen = (state: Pick<State, 'runs'>, loop: Loop): boolean =>
  loop.state !== 'ended' ||
  (!isProposing(loop) && runsOf(state, loop).some((run) => run.phase !== 'ended' && run.decision === null));

const runsOf = ({ runs }: Pick<State, 'runs'>, { id }: Loop): readonly Run[] =>
  Object.values(runs).filter((run) => run.loop === id);

function wordOf(state: Pick<State, 'runs'>, loop: Loop): LoopRow['word'] {
  if (loop.state !== 'ended') return loop.finishing ? 'stopping' : loop.state;
  const isParked = runsOf(state, loop).some(({ phase }) => phase === 'needs-you' || phase === 'stopped');
  // It ended with a question that was answered since.
  return loop.outcome === 'blocked' && !isParked ? 'completed' : (loop.outcome ?? 'stopped');
}
