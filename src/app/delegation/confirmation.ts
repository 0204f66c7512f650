import type { AgentSession } from '../../core/agentSession/types.ts';
import type { Attempt } from '../../core/delegation/types.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { Terminals } from '../ports/terminals.ts';
import { screenLines } from './awaitReady.ts';
import { findMark, promptMark } from './promptText.ts';
import { waitFor, type Watched } from './waitFor.ts';

/** How it is known that a prompt got there. */
export type By = Extract<Outcome, { kind: 'deliverPrompt' }>['by'];

interface Sent {
  /** What the session was seen doing, and its screen, before Enter. */
  readonly sights: AgentSession['sights'];
  readonly screen: string | null;
}

export interface Confirming extends Watched {
  readonly place: Terminals;
  readonly handle: string;
  readonly session: () => AgentSession | null;
  readonly attempt: () => Attempt | null;
  readonly job: string;
  readonly number: number;
  /** Null when nobody knows how it was before. */
  readonly before: Sent | null;
}

/** Waits for a sign that the prompt began a turn; null when none came in time. The prompt's text alone is none. */
export const awaitConfirmation = (deps: Confirming, limitMs: number, signal: AbortSignal): Promise<By | null> =>
  waitFor(deps, limitMs, signal, async () => (await confirmed(deps)) ?? undefined);

async function confirmed({ before, ...deps }: Confirming): Promise<By | null> {
  const attempt = deps.attempt();
  if (attempt?.delivery.kind === 'delivered') return attempt.delivery.by;
  if (attempt?.startedAt) return 'started';
  const session = deps.session();
  if (session === null) return null;
  const { hook, transcript } = session.sights;
  if (before !== null && [hook, transcript].some((now) => now?.activity.kind === 'working' && !was(now, before)))
    return 'turn';
  // An agent whose hooks speak would have said so: its screen is no better witness.
  if (hook !== undefined || !deps.place.offers.screen) return null;
  const screen = await deps.place.read(deps.handle, screenLines);
  if (!screen.ok) return null;
  const { times, below } = findMark(screen.value, promptMark(deps.job, deps.number));
  const drawn = before?.screen ?? null;
  const belowBefore = drawn === null ? null : findMark(drawn, promptMark(deps.job, deps.number)).below;
  // New lines below the prompt answer it. One that only changed may be a clock below a prompt that was never sent.
  return times > 0 && belowBefore !== null && below > belowBefore ? 'echo' : null;
}

const was = (now: AgentSession['sights']['hook'], { sights }: Sent): boolean =>
  now === sights.hook || now === sights.transcript;
