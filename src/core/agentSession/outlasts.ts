import { laterThan, msBetween } from '../../base/clock.ts';
import type { Activity } from './types.ts';

/** Milliseconds for which a limit holds whose end its agent did not tell: most are lifted sooner, and after the others it is met again. */
const untoldMs = 15 * 60_000;

/** When a limit that was met at `since` is taken for lifted. */
export const limitEnd = ({ until }: Extract<Activity, { kind: 'limited' }>, since: string): string =>
  until ?? laterThan(since, untoldMs);

/**
 * Whether what an agent is short of since then stays so although it rests: without a sign-in or beyond a usage limit it can
 * do nothing else. Only work, a prompt or the time of the limit show that it is over.
 */
export const outlastsRest = (activity: Activity, since: string, at: string): boolean =>
  activity.kind === 'limited'
    ? msBetween(limitEnd(activity, since), at) < 0
    : activity.kind === 'needsYou' && activity.need === 'signIn';
