/** What a watcher of screens takes an agent for. */
export type Watched = 'working' | 'idle' | 'blocked' | 'unknown';

/** Since when, in milliseconds, it says the same without a break; null before its first word. */
export interface Steady {
  readonly state: Watched;
  readonly sinceMs: number;
}

/** Milliseconds for which a watcher has to say idle without a break: some say it for a moment each second of a turn. */
const steadyMs = 3000;

/** What is known after one more look; `moved`: something changed in between, so that nothing stood still. */
export const steadyAfter = (before: Steady | null, state: Watched, nowMs: number, moved: boolean): Steady =>
  before?.state === state && !(state === 'idle' && moved) ? before : { state, sinceMs: nowMs };

/** Whether it may be taken at its word. */
export const isSteady = ({ state, sinceMs }: Steady, nowMs: number): boolean =>
  state !== 'idle' || nowMs - sinceMs >= steadyMs;
