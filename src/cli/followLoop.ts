import { isLogTrouble } from '../app/watchLog.ts';
import type { Problem } from '../base/problem.ts';
import { isActive, isWorking } from '../core/loop/phases.ts';
import { isMergedAnew } from '../core/merged/approved.ts';
import type { Run } from '../core/loop/types.ts';
import type { Recorded } from '../core/event.ts';
import type { State } from '../core/state.ts';
import type { App } from '../app/app.ts';

/** A loop, and the runs that whoever follows it has in view; one that was answered goes on after its own loop ended. */
export interface Followed {
  readonly loop: string;
  readonly has: (run: Run) => boolean;
  /** Tasks of it that a person meant alone: it is over for them once each has come to something, and they say what it came to. */
  readonly tasks?: readonly string[];
}

export const onlyLoop = (loop: string): Followed => ({ loop, has: (run) => run.loop === loop });

export const followedRuns = (state: State, { has }: Followed): readonly Run[] => Object.values(state.runs).filter(has);

/** Whether each of the tasks that a person meant has come to a run. */
export const areTaken = (state: State, followed: Followed, tasks: readonly string[]): boolean =>
  tasks.every((task) => followedRuns(state, followed).some((run) => run.task.id === task));

/** Whether nothing of it goes on by itself. */
export function isOver(state: State, followed: Followed): boolean {
  const { loop, tasks } = followed;
  const runs = followedRuns(state, followed);
  if (runs.some((run) => isActive(run) || isMergedAnew(state, run))) return false;
  if (state.loops[loop]?.state === 'ended') return true;
  return (
    tasks !== undefined &&
    areTaken(state, followed, tasks) &&
    !runs.some((run) => run.phase === 'retrying' || isWorking(state, run))
  );
}

export interface Follower {
  /** Each event of the log, in order. What it returns is waited for before the end is looked for. */
  onEvent(event: Recorded, state: State): void | Promise<void>;
  /** Whether to leave although the loop goes on. */
  readonly signal: AbortSignal;
}

/** How soon what could not be read is tried again, in milliseconds. */
const retryMs = 1000;

/**
 * Tells what happens to a loop from the event after `since` on, until it is over. It reads the log, so it is the same
 * whether this process does the work or watches another one do it. Resolves with why the log can't be followed to the
 * end, or null.
 */
export function followLoop(app: App, followed: Followed, since: number, follower: Follower): Promise<Problem | null> {
  return new Promise((resolve, reject) => {
    const { signal } = follower;
    let told = since;
    let reading = false;
    let again = false;
    let ended = false;
    let retry: NodeJS.Timeout | undefined;
    const listening = app.onDidChange(() => look());
    const end = (why: Problem | null): void => {
      ended = true;
      listening.dispose();
      clearTimeout(retry);
      signal.removeEventListener('abort', leave);
      resolve(why);
    };
    const leave = (): void => end(null);
    const isBehind = (): boolean => told < app.state.seq;
    /** Tells what is new, until that is all or the log gives nothing although there is more. */
    const tell = async (): Promise<void> => {
      do {
        again = false;
        const events = isBehind() ? await app.recentEvents(app.state.seq - told) : [];
        if (events.length === 0) return;
        for (const event of events) {
          if (signal.aborted) return;
          if (event.seq <= told) continue;
          told = event.seq;
          await follower.onEvent(event, app.state);
        }
      } while (again || isBehind());
    };
    const pump = async (): Promise<void> => {
      await tell();
      if (signal.aborted) return;
      if (!isBehind() && isOver(app.state, followed)) return end(null);
      if (app.problem && isLogTrouble(app.problem)) return end(app.problem);
      clearTimeout(retry);
      if (isBehind()) retry = setTimeout(look, retryMs);
    };
    const look = (): void => {
      again = true;
      if (reading || ended) return;
      reading = true;
      pump()
        .catch((error: unknown) => {
          reject(error);
          end(null);
        })
        .finally(() => {
          reading = false;
          if (again) look();
        });
    };
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
    else look();
  });
}
