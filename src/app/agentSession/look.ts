import { isoSeconds, msBetween } from '../../base/clock.ts';
import { childrenSight } from '../../core/agentSession/children.ts';
import { newestOrder } from '../../core/agentSession/sight.ts';
import { isSteady, steadyAfter, type Steady } from '../../core/agentSession/steady.ts';
import type { Activity, AgentSession } from '../../core/agentSession/types.ts';
import type { ScreenForm, SessionSigns } from '../ports/sessionSigns.ts';
import type { Machine } from '../ports/machine.ts';
import type { PlaceLook, Terminals } from '../ports/terminals.ts';
import { endOfPlace } from './endOfPlace.ts';
import type { Evidence } from './evidence.ts';
import type { WatchedSession } from './watched.ts';
import { lookFromHere } from './whereabouts.ts';

/** What is remembered of a session's process between looks. */
export interface Memory {
  /** Commands were running at the last look; a hook that is just called is none. */
  busy: boolean;
  watched: Steady | null;
  /** Something was announced since the last look. */
  moved: boolean;
  /** The number of the last notice that was heard; what was told before anybody listened is not known. */
  notice: number;
  /** The terminal's last word was a notice, which a title that says nothing does not take back. */
  hinted: boolean;
  /** When the agent was first seen to be gone from its shell, or its place could not be looked at; null when it is there. */
  shellSince: number | null;
  lostSince: number | null;
}

export const newMemory = (): Memory => ({
  busy: false,
  watched: null,
  moved: false,
  notice: 0,
  hinted: false,
  shellSince: null,
  lostSince: null,
});

/** Lines of the screen in which a question may stand. */
const screenLines = 60;
/** Milliseconds for which a shell, or a failure to look, has to last before it is believed. */
const believedMs = 2000;
/** Milliseconds that a backend may take to start the agent in a shell. */
const startMs = 10_000;

export interface LookDeps {
  readonly signs: Pick<SessionSigns, 'title' | 'notice' | 'form' | 'hasHooks'>;
  readonly evidence: Evidence;
  readonly machine: Machine;
}

/**
 * Looks once at where a session's process runs, and hands on what is seen. Answers whether another look is needed soon,
 * because what was seen has to last before it counts.
 */
export async function lookAtPlace(
  session: WatchedSession,
  place: Terminals | undefined,
  memory: Memory,
  nowMs: number,
  { signs, evidence, machine }: LookDeps,
): Promise<boolean> {
  const of = { session: session.id, generation: session.generation };
  const asOf = newestOrder(session.sights);
  const look = await lookFromHere(session, place, machine);
  const moved = memory.moved;
  memory.moved = false;
  if (look.kind !== 'shell') memory.shellSince = null;
  if (look.kind !== 'unobservable') memory.lostSince = null;
  switch (look.kind) {
    case 'gone': {
      const { how, problem } = endOfPlace(session, look);
      evidence.end(of, how, problem);
      return false;
    }
    case 'shell': {
      const runsMs = msBetween(session.startedAt, isoSeconds(nowMs));
      memory.shellSince ??= nowMs;
      if (nowMs - memory.shellSince < believedMs || runsMs < startMs) return true;
      evidence.end(of, 'shell', null);
      return false;
    }
    case 'unobservable': {
      memory.lostSince ??= nowMs;
      if (nowMs - memory.lostSince < believedMs) return true;
      evidence.sight(of, 'process', { kind: 'unobservable', problem: look.problem });
      return false;
    }
    case 'agent': {
      const form = await formOn(session, place, signs);
      if (form !== undefined) evidence.sight(of, 'screen', asked(form), { asOf });
      const noticed = look.notice && look.notice.count !== memory.notice ? look.notice.text : null;
      memory.notice = look.notice?.count ?? memory.notice;
      if (look.title !== null || noticed !== null) {
        const titled = look.title === null ? null : signs.title(session.agent, look.title, session.cwd);
        // A notice was true when it was sent, a title is true now.
        const said = titled ?? (noticed === null ? null : signs.notice(session.agent, noticed));
        if (said) memory.hinted = titled === null;
        // What a title only hints at, the screen says in words.
        if (said) evidence.sight(of, 'shell', said.kind === 'needsYou' && form ? asked(form) : said);
        else if (session.sights.shell && !memory.hinted) evidence.sight(of, 'shell', { kind: 'quiet' });
      }
      const soon = lookAtProcesses(session, look.children, memory, signs.hasHooks(session.agent), (activity, own) =>
        evidence.sight(of, 'process', activity, own === undefined ? {} : { own }),
      );
      if (look.watched === null) return soon;
      memory.watched = steadyAfter(memory.watched, look.watched.state, nowMs, moved);
      if (!isSteady(memory.watched, nowMs)) return true;
      evidence.sight(of, 'watcher', watchedActivity(look.watched, form ?? null));
      return soon;
    }
  }
}

/** Undefined where there is no screen to read. */
async function formOn(
  { agent, handle }: { readonly agent: string; readonly handle: string },
  place: Terminals | undefined,
  signs: Pick<SessionSigns, 'form'>,
): Promise<ScreenForm | null | undefined> {
  if (place?.offers.screen !== true) return undefined;
  const screen = await place.read(handle, screenLines);
  return screen.ok ? signs.form(agent, screen.value) : undefined;
}

const asked = (form: ScreenForm | null): Activity =>
  form === null ? { kind: 'quiet' } : { kind: 'needsYou', need: form.need, text: form.text };

/** Answers whether to look again soon. */
function lookAtProcesses(
  session: AgentSession,
  children: number | null,
  memory: Memory,
  hasHooks: boolean,
  say: (activity: Activity, own?: number) => void,
): boolean {
  if (children === null) {
    // It could be looked at, which is all that is known.
    if (session.sights.process?.activity.kind !== 'working') say({ kind: 'quiet' });
    return false;
  }
  const { activity, own } = childrenSight(session, children, hasHooks);
  const busy = activity.kind === 'working';
  const wasBusy = memory.busy;
  memory.busy = busy;
  if (busy && !wasBusy && session.sights.process?.activity.kind !== 'working') return true;
  say(activity, own);
  return false;
}

function watchedActivity(
  { state, detail }: NonNullable<Extract<PlaceLook, { kind: 'agent' }>['watched']>,
  form: ScreenForm | null,
): Activity {
  if (state === 'unknown') return { kind: 'quiet' };
  if (state !== 'blocked') return { kind: state };
  return form ? asked(form) : { kind: 'needsYou', need: 'permission', text: detail ?? '' };
}
