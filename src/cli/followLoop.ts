import { isActive } from '../core/loop/phases.ts';
import type { Run } from '../core/loop/types.ts';
import type { Recorded } from '../core/event.ts';
import type { State } from '../core/state.ts';
import type { App } from '../app/app.ts';

export const runsOfLoop = (state: State, loop: string): readonly Run[] =>
  Object.values(state.runs).filter((run) => run.loop === loop);

/** Whether nothing of a loop goes on by itself; a run that a person answered goes on after its loop ended. */
export const isOver = (state: State, loop: string): boolean =>
  state.loops[loop]?.state === 'ended' && !runsOfLoop(state, loop).some(isActive);

export interface Follower {
  /** Each event of the log, in order. What it returns is waited for before the end is looked for. */
  onEvent(event: Recorded, state: State): void | Promise<void>;
  /** Whether to leave although the loop goes on. */
  readonly signal: AbortSignal;
}

/**
 * Tells what happens to a loop from the event after `since` on, until it is over. It reads the log, so it is the same
 * whether this process does the work or watches another one do it.
 */
export function followLoop(app: App, loop: string, since: number, follower: Follower): Promise<void> {
  return new Promise((resolve, reject) => {
    let told = since;
    let reading = false;
    let again = false;
    const listening = app.onDidChange(() => look());
    const end = (): void => {
      listening.dispose();
      follower.signal.removeEventListener('abort', end);
      resolve();
    };
    const pump = async (): Promise<void> => {
      do {
        again = false;
        const events = await app.recentEvents(Math.max(0, app.state.seq - told));
        for (const event of events) {
          if (event.seq <= told) continue;
          told = event.seq;
          await follower.onEvent(event, app.state);
        }
      } while (again || told < app.state.seq);
      if (isOver(app.state, loop)) end();
    };
    const look = (): void => {
      again = true;
      if (reading || follower.signal.aborted) return;
      reading = true;
      pump()
        .catch(reject)
        .finally(() => (reading = false));
    };
    follower.signal.addEventListener('abort', end);
    if (follower.signal.aborted) end();
    else look();
  });
}
