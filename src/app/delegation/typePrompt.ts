import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { SessionSigns } from '../ports/sessionSigns.ts';
import { screenLines } from './awaitReady.ts';
import { awaitConfirmation, type By, type Confirming } from './confirmation.ts';
import { mayPress, type Pressing } from './mayPress.ts';
import { findMark, promptMark, standsBehindOther, standsBehindText } from './promptText.ts';
import type { RecordSending } from './recordSending.ts';
import { waitFor } from './waitFor.ts';

/** How long what was typed may take to be seen, in milliseconds. */
const seenMs = 4000;
/** How long it then rests before Enter, in milliseconds: some agents take a key that comes at once for a part of the paste. */
const restMs = 300;
/** How long after Enter a sign is waited for before Enter is pressed again, and how long altogether, in milliseconds. */
const enterMs = 5000;
const confirmMs = 15_000;

interface Typing extends Omit<Confirming, 'before'>, Pressing {
  readonly signs: Pick<SessionSigns, 'form'>;
  readonly text: string;
  readonly recordSending: RecordSending;
}

/**
 * Types the prompt, presses Enter once it is seen, and waits for a sign that it began a turn. It types a second time only
 * while nothing of the first is on the screen and Enter was never pressed, so that no turn can have begun. `held`: the
 * agent is not ready any more, and nothing was typed.
 */
export async function typePrompt(deps: Typing, signal: AbortSignal): Promise<Result<By, Problem> | 'held'> {
  const { place, handle, job, number } = deps;
  const mark = promptMark(job, number);
  let shown: string | null = null;
  for (let tries = 1; ; tries += 1) {
    const recorded = await deps.recordSending(job, number, tries > 1);
    if (recorded === 'held' && tries === 1) return 'held';
    if (recorded !== 'recorded') return err(tries > 1 ? notSeen(deps) : notDelivered(deps));
    const typed = await place.type(handle, deps.text);
    if (!typed.ok) return typed;
    // Where nothing shows, nothing is drawn either that could swallow it.
    if (!place.offers.screen || place.offers.echoes === false) break;
    // Not called off in between: what is typed and not sent would stand in front of the agent for ever.
    shown = await waitFor(deps, seenMs, never, async () => {
      const screen = await place.read(handle, screenLines);
      return screen.ok && findMark(screen.value, mark).times > 0 ? screen.value : undefined;
    });
    if (shown !== null) break;
    if (tries === 2) return err(notSeen(deps));
    const covered = await place.read(handle, screenLines);
    if (!covered.ok) return covered;
    // Some letter of it may be an answer.
    if (showsForm(covered.value, deps)) return err(asked(deps));
  }
  if (place.offers.echoes !== false) await waitFor(deps, restMs, never, async () => undefined);
  if (shown !== null) {
    const rested = await place.read(handle, screenLines);
    if (!rested.ok) return rested;
    shown = rested.value;
    const wrong = whyNotSent(shown, deps);
    if (wrong) return err(wrong);
  }
  const drawn = shown ?? (place.offers.screen ? await screenOf(deps) : null);
  const leave = await mayPress(deps);
  const there = arrived(deps);
  // Somebody else has pressed Enter.
  if (there !== null) return ok(there);
  if (leave !== 'given') return err(leave === 'asked' ? asked(deps) : leave === 'over' ? unsent(deps) : notKnown(deps));
  const confirming: Confirming = { ...deps, before: { sights: deps.session()?.sights ?? {}, screen: drawn } };
  // A key of its own: pasted together with the text, it would be part of it.
  const pressed = await place.press(handle, 'Enter');
  if (!pressed.ok) return pressed;
  const soon = await awaitConfirmation(confirming, enterMs, signal);
  if (soon !== null) return ok(soon);
  // A host that closes has not waited: whether the first one was taken is not known yet.
  if (!signal.aborted && (await isUntouched(deps, shown)) && (await mayPress(deps)) === 'given')
    await place.press(handle, 'Enter');
  const late = await awaitConfirmation(confirming, confirmMs - enterMs, signal);
  return late === null ? err(notConfirmed(deps)) : ok(late);
}

async function screenOf({ place, handle }: Typing): Promise<string | null> {
  const screen = await place.read(handle, screenLines);
  return screen.ok ? screen.value : null;
}

/** Why what stands on the screen behind the typed text must not be sent; null when it stands there, alone and on its line. */
function whyNotSent(screen: string, deps: Typing): Problem | null {
  const { times } = findMark(screen, promptMark(deps.job, deps.number));
  // Enter would answer whatever covers it.
  if (times === 0 || showsForm(screen, deps)) return asked(deps);
  if (times > 1 || standsBehindOther(screen)) return twice(deps);
  return standsBehindText(screen, deps.text) ? behindText(deps) : null;
}

function showsForm(screen: string, { signs, session }: Typing): boolean {
  const now = session();
  return now !== null && signs.form(now.agent, screen) !== null;
}

/** How it is known that it got there, by what was recorded. */
function arrived({ attempt }: Typing): By | null {
  const now = attempt();
  if (now?.delivery.kind === 'delivered') return now.delivery.by;
  return now?.startedAt ? 'started' : null;
}

const never = new AbortController().signal;

/** Whether the prompt still stands there exactly as before Enter, so that a second one can answer nothing else. */
async function isUntouched({ place, handle, session }: Typing, shown: string | null): Promise<boolean> {
  if (shown === null || Object.values(session()?.sights ?? {}).some(({ activity }) => activity.kind === 'needsYou'))
    return false;
  const screen = await place.read(handle, screenLines);
  return screen.ok && screen.value === shown;
}

const params = ({ job, session }: Typing): { readonly job: string; readonly session: string } => ({
  job,
  session: session()?.name ?? '-',
});

const notDelivered = (deps: Typing): Problem =>
  problem('job.notDelivered', 'The prompt of {job} was not delivered: its session or its attempt is over. Retry it.', {
    job: deps.job,
  });

const notSeen = (deps: Typing): Problem =>
  problem(
    'job.notSeen',
    'The prompt of {job} was not delivered: what was typed twice never showed in {session}. Look there, then retry the job.',
    params(deps),
  );

const twice = (deps: Typing): Problem =>
  problem(
    'job.typedTwice',
    'The prompt of {job} was not delivered: an unsent prompt stands in front of it in {session}, and neither was sent. Empty the line there, then retry the job.',
    params(deps),
  );

const behindText = (deps: Typing): Problem =>
  problem(
    'job.typedBehind',
    'The prompt of {job} was not delivered: a text that was not sent stands in front of it in {session}, and neither was sent. Empty the line there, then retry the job.',
    params(deps),
  );

const asked = (deps: Typing): Problem =>
  problem(
    'job.typedInto',
    'The prompt of {job} was not delivered: something came up in {session} after it was typed, and Enter would have answered that. Look there; then send what was typed, or empty the line and retry the job.',
    params(deps),
  );

const notKnown = (deps: Typing): Problem =>
  problem(
    'job.unsure',
    'The prompt of {job} was typed and not sent: MAM could not tell whether it still may be. Look at {session}; then send what was typed, or empty the line and retry the job.',
    params(deps),
  );

const unsent = (deps: Typing): Problem =>
  problem(
    'job.unsent',
    'The prompt of {job} was typed and not sent: its attempt was over by then. Empty the line in its terminal.',
    { job: deps.job },
  );

const notConfirmed = (deps: Typing): Problem =>
  problem(
    'job.notConfirmed',
    'The prompt of {job} may not have been delivered: it was typed, and {session} shows no sign of it. Look there; then wait for its report, or cancel the job and retry it.',
    params(deps),
  );
