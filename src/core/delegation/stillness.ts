import { judgeSights } from '../agentSession/judge.ts';
import type { AgentSession, Source } from '../agentSession/types.ts';
import type { Now } from '../context.ts';
import type { Attempt } from './types.ts';

/**
 * Awake milliseconds in which nothing may stir before it is inferred that a job is done. No proof of anything: it only
 * keeps what comes and goes, such as the rest between two turns, from counting.
 */
export const stillMs = 15_000;

/** Whoever only looks at a screen, or at what runs, can't tell thought from rest by itself. */
const tellIdle = ['hook', 'transcript', 'shell', 'watcher'] as const;
export type IdleSource = (typeof tellIdle)[number];
const mayTellIdle = (source: Source): source is IdleSource => tellIdle.some((one) => one === source);

/** These know the end of a turn; the others guess it, so that the process tree has to agree. */
export const knowsTurns: ReadonlySet<Source> = new Set(['hook', 'transcript']);

/** Who says that the turn which the prompt began is over; null while nobody does who could know. */
export function idleSource({ sights, prompted }: AgentSession, { at }: Now): IdleSource | null {
  const judged = judgeSights(sights, at);
  // A limit that was lifted leaves an agent that rests in the middle of its turn.
  if (judged?.activity.kind !== 'idle' || sights[judged.source]?.activity.kind !== 'idle') return null;
  return judged.order > prompted && mayTellIdle(judged.source) ? judged.source : null;
}

/** Awake milliseconds since when nothing stirred in a session, of any of its sources. */
export const sightsStillSince = ({ sights }: AgentSession): number =>
  Object.values(sights).reduce((last, sight) => Math.max(last, sight.awake), 0);

/** Awake milliseconds since when everything that tells of an attempt is still. A whole report need not rest. */
export const stillSince = ({ report, signal }: Attempt, session: AgentSession): number =>
  Math.max(sightsStillSince(session), signal?.awake ?? 0, report && !report.manifest ? report.sinceAwake : 0);
