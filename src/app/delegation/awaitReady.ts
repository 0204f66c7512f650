import { isoSeconds } from '../../base/clock.ts';
import { judgeSights } from '../../core/agentSession/judge.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import type { SessionSigns } from '../ports/sessionSigns.ts';
import type { Terminals } from '../ports/terminals.ts';
import { waitFor, type Watched } from './waitFor.ts';

/** How long a screen has to stand still before what is drawn counts as drawn, in milliseconds. */
const stillMs = 1500;
/** How long an agent may show nothing that tells whether it takes a prompt before a person is asked, in milliseconds. */
const unknownMs = 60_000;
/** Lines of a screen that are looked at. */
export const screenLines = 200;

interface Deps extends Watched {
  readonly place: Terminals;
  readonly handle: string;
  readonly signs: Pick<SessionSigns, 'form' | 'asksNothing'>;
  /** The session as it is now; null when nothing is to be typed any more. */
  readonly session: () => AgentSession | null;
}

/** `over`: nothing is to be typed any more; `unknown`: nobody can tell, so that only a person may send it. */
type Readiness = 'ready' | 'over' | 'unknown';

/**
 * Waits until the agent is known to take a prompt. While it starts, works, or waits for a person, it would lose it or take
 * it for an answer; and that nothing is known of it is no sign that it asks nothing. Null: called off.
 */
export async function awaitReady(deps: Deps, signal: AbortSignal): Promise<Readiness | null> {
  const { clock, place, handle, signs } = deps;
  let seen: { readonly text: string; readonly at: number } | null = null;
  let unknownSince: number | null = null;
  return waitFor<Readiness>(deps, null, signal, async () => {
    const session = deps.session();
    if (session === null) return 'over';
    const activity = knownOf(session, clock.now());
    if (activity === 'held') {
      // What a dialogue covered is drawn again.
      seen = null;
      unknownSince = null;
      return undefined;
    }
    const look = await place.look(handle);
    if (look.kind === 'gone' || look.kind === 'shell') return 'over';
    if (look.kind !== 'agent') return undefined;
    const now = clock.now();
    unknownSince ??= now;
    const unknown = now - unknownSince >= unknownMs ? 'unknown' : undefined;
    if (!place.offers.screen) return activity === 'idle' || signs.asksNothing(session.agent) ? 'ready' : unknown;
    const screen = await place.read(handle, screenLines);
    if (!screen.ok) return unknown;
    // What was recorded of the screen is older than what stands there.
    if (signs.form(session.agent, screen.value) !== null) {
      seen = null;
      unknownSince = null;
      return undefined;
    }
    if (session.sights.hook?.activity.kind === 'idle') return 'ready';
    if (seen === null || seen.text !== screen.value) seen = { text: screen.value, at: now };
    return seen.text.trim() !== '' && now - seen.at >= stillMs ? 'ready' : unknown;
  });
}

/** What its sights say of a prompt: that it would not arrive as one, that it would, or nothing. Commands that run say nothing of that. */
function knownOf({ sights }: AgentSession, nowMs: number): 'held' | 'idle' | null {
  const judged = judgeSights(sights, isoSeconds(nowMs));
  if (judged === null) return null;
  const { activity, source } = judged;
  if (activity.kind === 'needsYou' || activity.kind === 'limited') return 'held';
  if (activity.kind === 'working' && source !== 'process') return 'held';
  return activity.kind === 'idle' ? 'idle' : null;
}
