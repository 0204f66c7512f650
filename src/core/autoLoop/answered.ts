import type { DomainEvent } from '../event.ts';
import type { Loop, Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import { setbackOf } from './setback.ts';

/** Guards that end a loop because its tasks ask something. */
const byQuestions: ReadonlySet<string> = new Set(['loop.taskBlocked', 'loop.blockersInARow']);

/** Whether questions of its tasks have ended a loop, and all of them are answered. */
export const isAnswered = ({ halted }: Loop, runs: readonly Run[]): boolean =>
  halted !== undefined && byQuestions.has(halted.code) && !runs.some((run) => setbackOf(run) === 'blocked');

/** Loops in flight that their tasks' questions have ended go on once the last of them is answered, with the time that they have. */
export const goOnAnswered = ({ loops, runs }: State, answered: readonly Run[]): readonly DomainEvent[] =>
  [...new Set(answered.map(({ loop }) => loop))].flatMap((id): readonly DomainEvent[] => {
    const loop = loops[id];
    const others = Object.values(runs).filter((run) => run.loop === id && !answered.includes(run));
    return loop?.state === 'running' && !loop.finishing && isAnswered(loop, others)
      ? [{ type: 'loopResumed', loop: id }]
      : [];
  });
