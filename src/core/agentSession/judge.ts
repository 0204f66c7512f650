import { laterThan, msBetween } from '../../base/clock.ts';
import { problem } from '../../base/problem.ts';
import { limitEnd, outlastsRest } from './outlasts.ts';
import type { Activity, AgentSession, Sight, Source } from './types.ts';

/** What a session does, as far as its sights tell, who says so, and since when. */
export interface Judged {
  readonly activity: Exclude<Activity, { kind: 'quiet' }>;
  readonly source: Source;
  readonly since: string;
  /** Of the newest sight that it rests on. */
  readonly order: number;
}

type Sights = AgentSession['sights'];

/** Milliseconds by which a worse source may lag behind a better one: what it says within them is still the older news. */
export const lagMs = 3000;
/** Milliseconds after which a turn of which nothing more was heard is no longer called work. */
export const silentMs = 30 * 60_000;

/**
 * What a session does. The agent's own words, by hook, transcript and shell, come first; the newest of them counts. The
 * process tree shows work that nobody announces; a watcher counts where nobody better speaks. A screen only says that
 * the agent asks something, or that it no longer does. Null when nothing was seen yet.
 */
export function judgeSights(sights: Sights, at: string): Judged | null {
  const { process, watcher, screen } = sights;
  const own = afterScreen(afterProcess(ownWord(sights, at), sights), screen);
  if (process?.activity.kind === 'unobservable' && process.order > (own?.order ?? -1))
    return by(process, process.activity);
  // What an agent asks by itself it says better than anybody who sees it.
  const asked = own?.activity.kind === 'needsYou' ? null : askedOnScreen(own, sights);
  if (asked) return asked;
  if (own) return own.activity.kind === 'working' && isSilent(sights, at) ? silent(own, sights, at) : own;
  if (process?.activity.kind === 'working') return by(process, process.activity);
  if (watcher && speaks(watcher) && watcher.activity.kind !== 'needsYou') return by(watcher, watcher.activity);
  const quiet = process ?? watcher ?? screen;
  return quiet ? by(quiet, quietly) : null;
}

const quietly: Judged['activity'] = {
  kind: 'unobservable',
  problem: problem(
    'session.quiet',
    'The agent is there and runs no command. Nothing has told yet whether it thinks or waits.',
  ),
};

const by = ({ source, at, order }: Sight, activity: Judged['activity']): Judged => ({
  activity,
  source,
  since: at,
  order,
});

type Speaking = Sight & { readonly activity: Exclude<Activity, { kind: 'quiet' | 'unobservable' }> };

const speaks = (sight: Sight | undefined): sight is Speaking =>
  sight !== undefined && sight.activity.kind !== 'quiet' && sight.activity.kind !== 'unobservable';

/** The agent's own newest word. A worse source may lag, but a question that it sees is news at once. */
function ownWord({ hook, transcript, shell }: Sights, at: string): Judged | null {
  let best: Speaking | null = null;
  for (const sight of [hook, transcript, shell]) {
    if (!speaks(sight)) continue;
    if (best !== null && sight.activity.kind === 'idle' && outlastsRest(best.activity, best.at, at)) continue;
    const newer: boolean =
      best === null ||
      (sight.order > best.order &&
        ((sight.activity.kind === 'needsYou' && best.activity.kind !== 'needsYou') ||
          isAnswer(sight, best) ||
          msBetween(best.seenAt, sight.seenAt) >= lagMs));
    if (newer) best = sight;
  }
  if (best === null) return null;
  const { activity } = best;
  if (activity.kind !== 'limited' || outlastsRest(activity, best.at, at)) return by(best, activity);
  return { ...by(best, { kind: 'idle' }), since: laterThan(limitEnd(activity, best.at), 0) };
}

/** Of a transcript only what answers the question of a hook is kept while that stands. */
const isAnswer = (sight: Sight, asked: Sight): boolean =>
  sight.source === 'transcript' &&
  sight.activity.kind === 'working' &&
  asked.source === 'hook' &&
  isAnswerable(asked.activity);

/**
 * A command that begins to run after an agent asked shows that it was answered; not where it is known which call was asked
 * about, for then it may be any other one.
 */
function afterProcess(own: Judged | null, { process, hook }: Sights): Judged | null {
  if (own === null || process?.activity.kind !== 'working' || !isAnswerable(own.activity)) return own;
  if (own.source === 'hook' && hook?.call !== undefined) return own;
  return process.order > own.order && msBetween(own.since, process.at) >= lagMs ? by(process, process.activity) : own;
}

/** A question about one thing to be done, and not one that keeps the agent from everything. */
export const isAnswerable = (activity: Activity): boolean =>
  activity.kind === 'needsYou' && (activity.need === 'permission' || activity.need === 'question');

/** A form that was seen on the screen and is gone was answered, and the turn in which it was asked goes on. */
function afterScreen(own: Judged | null, screen: Sight | undefined): Judged | null {
  if (own?.activity.kind !== 'needsYou' || screen?.activity.kind !== 'quiet' || screen.order < own.order) return own;
  return by(screen, { kind: isAnswerable(own.activity) ? 'working' : 'starting' });
}

/** A question that a watcher or the screen shows and that nobody better has seen answered since. */
function askedOnScreen(own: Judged | null, { process, watcher, screen }: Sights): Judged | null {
  const answered = Math.max(own?.order ?? -1, process?.activity.kind === 'working' ? process.order : -1);
  const watched = watcher?.order ?? -1;
  if (screen?.activity.kind === 'needsYou' && screen.order > answered)
    if (watcher?.activity.kind === 'needsYou' || watched < screen.order) return by(screen, screen.activity);
  const cleared = Math.max(answered, screen?.activity.kind === 'quiet' ? screen.order : -1);
  return watcher?.activity.kind === 'needsYou' && watched > cleared ? by(watcher, watcher.activity) : null;
}

const lastHeard = ({ hook, transcript, shell }: Sights): string =>
  [hook, transcript, shell].reduce((last, sight) => (sight && sight.seenAt > last ? sight.seenAt : last), '');

/** A tool may print nothing for long: as long as it runs, or a watcher sees work, the agent's word holds. */
const isSilent = (sights: Sights, at: string): boolean =>
  sights.process?.activity.kind !== 'working' &&
  sights.watcher?.activity.kind !== 'working' &&
  msBetween(lastHeard(sights), at) >= silentMs;

const silent = (own: Judged, sights: Sights, at: string): Judged => ({
  ...own,
  since: lastHeard(sights),
  activity: {
    kind: 'unobservable',
    problem: problem(
      'session.silent',
      'It was at work, and nothing was heard of it for {minutes} minutes. Look at its terminal.',
      { minutes: String(Math.floor(msBetween(lastHeard(sights), at) / 60_000)) },
    ),
  },
});
