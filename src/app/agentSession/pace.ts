import type { Judged } from '../../core/agentSession/judge.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';

/** Milliseconds between what is announced and the look at it, so that a screen that is drawn all the time is not looked at all the time. */
export const announcedMs = 1000;
/** The same for an agent whose hooks tell by themselves. */
export const hookedMs = 3000;
const screenMs = 2500;
const restingMs = 15_000;
const mostMs = 60_000;
/** The same where the agent tells by itself and nothing runs below it: only a word that got lost is looked for. */
const quietMs = 5 * 60_000;
/** Milliseconds without any change after which a screen is looked at less often. */
const calmMs = 10 * 60_000;

/**
 * Milliseconds until the next look when nothing is announced. A screen is the only way to hear of a question where an
 * agent has no hooks, and what a person answered shows first in what runs; anything else is looked at less and less often.
 * What a place draws and how it ends is announced, wherever it is.
 */
export function nextLookMs(
  { sights }: Pick<AgentSession, 'sights'>,
  judged: Judged | null,
  offersScreen: boolean,
  unchangedMs: number,
): number {
  const hears = sights.hook !== undefined || sights.transcript !== undefined;
  const waits = judged?.activity.kind === 'needsYou';
  if (waits || (offersScreen && !hears)) return unchangedMs < calmMs ? screenMs : restingMs;
  if (hears && sights.process?.activity.kind === 'quiet') return Math.min(quietMs, Math.max(screenMs, 2 * unchangedMs));
  return Math.min(mostMs, Math.max(screenMs, unchangedMs));
}
