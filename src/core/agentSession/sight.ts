import { msBetween } from '../../base/clock.ts';
import { sameValue } from '../../base/sameValue.ts';
import type { Now } from '../context.ts';
import { isAskedCall } from './call.ts';
import { isAnswerable, judgeSights, type Judged } from './judge.ts';
import { outlastsRest } from './outlasts.ts';
import { isOvertaken } from './overtaken.ts';
import type { Activity, AgentSession, Sight, Source } from './types.ts';

/** What a source tells beside what the agent does. */
interface Besides extends Pick<Sight, 'own' | 'call' | 'told'> {
  /** What the agent was short of or asked for is there. */
  readonly clears?: true;
  readonly answers?: readonly string[];
  readonly asOf?: number;
}

/** Milliseconds after which it is noted once more that a source still says the same. */
export const renewMs = 5 * 60_000;

/**
 * The sight that is worth a record; null when a source has no business saying this, or says nothing new. A word that was
 * said before is new where another source has spoken in between and it changes what the session is taken for.
 */
export function sightToRecord(
  { sights, prompted }: Pick<AgentSession, 'sights' | 'prompted'>,
  source: Source,
  activity: Activity,
  { at, awakeMs }: Now,
  more: Besides = {},
): Sight | null {
  if (!maySay(source, activity, sights[source])) return null;
  const order = 1 + newestOrder(sights);
  const before = sights[source];
  const own = more.own ?? before?.own;
  const was = judgeSights(sights, at);
  if (
    activity.kind === 'idle' &&
    more.clears !== true &&
    was &&
    isOwn(was.source) &&
    outlastsRest(was.activity, was.since, at)
  )
    return null;
  const now: Sight = {
    source,
    activity,
    at: askedSince(source, activity, was) ?? at,
    seenAt: at,
    awake: awakeMs,
    order,
    ...(own === undefined ? {} : { own }),
    ...(more.call === undefined || activity.kind !== 'needsYou' ? {} : { call: more.call }),
    ...(more.told === undefined ? {} : { told: more.told }),
  };
  if (!before || !sameValue(before.activity, activity) || asksAnother(before, now)) return now;
  if (own !== before.own) return { ...now, at: before.at, awake: before.awake };
  if (!isNews(source, activity)) return null;
  // The end of a turn that a prompt began is another one than the end before it.
  if (before.order <= prompted) return now;
  const becomes = judgeSights({ ...sights, [source]: now }, at);
  if (!sameValue(was?.activity, becomes?.activity)) return now;
  return msBetween(before.seenAt, at) >= renewMs ? { ...now, at: before.at, awake: before.awake } : null;
}

/** What an agent says of itself, and not whoever looks at it. */
const isOwn = (source: Source): boolean => source === 'hook' || source === 'transcript' || source === 'shell';

/**
 * Whether an agent's own word says nothing of how things stand now: it stands before one that was taken, or what begins and
 * ends is another call than the one that its agent asks about, as with calls beside each other and with those of a subagent.
 * Nor does a screen that was read before its agent asked what it asks now.
 */
export function isBesidePoint(
  sights: AgentSession['sights'],
  source: Source,
  { kind }: Activity,
  { told, call, answers, clears, asOf }: Besides,
): boolean {
  const { hook } = sights;
  if (source === 'screen' && asOf !== undefined) return askedAfter(sights, asOf);
  if (source === 'hook' && told !== undefined && hook?.told !== undefined && isOvertaken(told, hook.told)) return true;
  if (kind !== 'working' || hook?.activity.kind !== 'needsYou' || clears === true) return false;
  if (source === 'hook') return hook.call !== undefined && call !== undefined && !isAskedCall(hook.call, call);
  if (source !== 'transcript' || !isAnswerable(hook.activity)) return false;
  const { call: asked } = hook;
  return asked === undefined ? !answers?.length : answers?.some((one) => isAskedCall(asked, one)) !== true;
}

/** Two calls may be asked about in the same words. */
const asksAnother = ({ call: before }: Sight, { call }: Sight): boolean =>
  before !== undefined && call !== undefined && !isAskedCall(before, call);

const askedAfter = ({ hook, transcript, shell }: AgentSession['sights'], order: number): boolean =>
  [hook, transcript, shell].some((one) => one?.activity.kind === 'needsYou' && one.order > order);

/** It is one question, whichever source tells it next, and stands since the first of them told it. */
const askedSince = (source: Source, activity: Activity, was: Judged | null): string | null =>
  activity.kind === 'needsYou' &&
  was?.activity.kind === 'needsYou' &&
  was.activity.need === activity.need &&
  was.source !== source
    ? was.since
    : null;

/** The number of the newest sight; -1 where there is none. */
export const newestOrder = (sights: AgentSession['sights']): number =>
  Object.values(sights).reduce((last, sight) => Math.max(last, sight.order), -1);

/** A screen's text tells a question or its end, never more; the process tree tells work and nothing of idleness. */
function maySay(source: Source, { kind }: Activity, before: Sight | undefined): boolean {
  if (source === 'screen') return kind === 'needsYou' || (kind === 'quiet' && before?.activity.kind === 'needsYou');
  if (source === 'process') return kind === 'working' || kind === 'quiet' || kind === 'unobservable';
  return true;
}

/** Hooks and transcripts tell what just happened; the others how things stand, where only a question is said again. */
const isNews = (source: Source, { kind }: Activity): boolean =>
  source === 'hook' || source === 'transcript' || kind === 'needsYou';
