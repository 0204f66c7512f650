import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { sameValue } from '../../base/sameValue.ts';
import type { Actor } from '../../core/actor.ts';
import { personOnlyProblem } from '../../core/decide.ts';
import { newestOrder } from '../../core/agentSession/sight.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { Ports } from '../ports.ts';
import type { ScreenForm } from '../ports/sessionSigns.ts';
import type { Terminals } from '../ports/terminals.ts';

/** Lines of the screen in which a question may stand. */
const screenLines = 60;
/** Milliseconds that an agent may take to draw what a key did, and how often it is looked at meanwhile. */
const drawnMs = 5000;
const everyMs = 100;

interface Looking {
  readonly ports: Pick<Ports, 'terminals' | 'signs' | 'clock'>;
  readonly find: (session: string) => Result<AgentSession, Problem>;
}

interface Deps extends Looking {
  readonly orchestrator: Pick<Orchestrator, 'dispatch'>;
}

interface Asked {
  readonly session: AgentSession;
  readonly place: Terminals;
  readonly handle: string;
  readonly form: ScreenForm;
  readonly screen: string;
}

/** The question on a session's screen, as it stands there now. A problem says that there is none, or that it can't be read from here. */
export const createReadQuestion =
  (deps: Looking) =>
  async (meant: string): Promise<Result<ScreenForm, Problem>> => {
    const asked = await readQuestion(deps, meant);
    return asked.ok ? ok(asked.value.form) : asked;
  };

/** What an agent asks; without answers where only its text is known. */
export type AskedQuestion = Pick<ScreenForm, 'need' | 'about' | 'text' | 'options'>;

/** A question that a person saw, and the answer that they chose. */
export interface Choice {
  readonly question: Omit<AskedQuestion, 'need'>;
  readonly key: string;
}

/**
 * Chooses an answer of the question that a person saw. Nothing is pressed when another one stands there now, or while
 * another answer is being given: a second key would hit whatever comes next. Enter is pressed only on a marked answer.
 */
export function createAnswerQuestion(deps: Deps) {
  const answering = new Set<string>();
  return async (meant: string, choice: Choice, actor: Actor): Promise<Result<AgentSession, Problem>> => {
    if (actor.kind !== 'person') return err(personOnlyProblem('answer'));
    const found = deps.find(meant);
    if (!found.ok) return found;
    const { id } = found.value;
    if (answering.has(id)) return err(beingAnswered(found.value));
    answering.add(id);
    try {
      return await answer(deps, id, choice);
    } finally {
      answering.delete(id);
    }
  };
}

async function answer(deps: Deps, id: string, { question, key }: Choice): Promise<Result<AgentSession, Problem>> {
  const read = await readQuestion(deps, id);
  if (!read.ok) return read;
  const asked = read.value;
  const chosen = asked.form.options.find((one) => one.key === key);
  if (!isSameQuestion(asked.form, question) || !chosen) return err(changed(asked.session));
  const pressed =
    asked.form.by === 'key' ? await chooseByKey(asked, key, deps) : await chooseByArrows(asked, key, deps);
  if (!pressed.ok) return pressed;
  const recorded = await recordAnswer(asked, deps);
  return recorded.ok ? deps.find(id) : recorded;
}

/** The same question may ask about another command, and the same answer may mean something else. */
export const isSameQuestion = (now: Choice['question'], seen: Choice['question']): boolean =>
  now.text === seen.text &&
  sameValue(now.about, seen.about) &&
  sameValue(
    now.options.map(({ key, label }) => ({ key, label })),
    seen.options.map(({ key, label }) => ({ key, label })),
  );

/**
 * What was asked is answered until the agent says otherwise, also where nobody watched the question or its end. What it asked
 * after the screen was read nobody has answered.
 */
async function recordAnswer(
  { session, form }: Asked,
  { orchestrator }: Pick<Deps, 'orchestrator'>,
): Promise<Result<unknown, Problem>> {
  const of = { session: session.id, generation: session.generation };
  const sight = { type: 'sightAgentSession', ...of, source: 'screen', asOf: newestOrder(session.sights) } as const;
  const { need, text } = form;
  const seen = await orchestrator.dispatch({ ...sight, activity: { kind: 'needsYou', need, text } }, self);
  return seen.ok ? orchestrator.dispatch({ ...sight, activity: { kind: 'quiet' } }, self) : seen;
}

const self = { kind: 'host', id: 'answer' } as const;

async function readQuestion({ ports, find }: Looking, meant: string): Promise<Result<Asked, Problem>> {
  const found = find(meant);
  if (!found.ok) return found;
  const session = found.value;
  const { handle, name, backend, agent } = session;
  const place = ports.terminals[backend];
  if (handle === null || session.ended) return err(none(name));
  if (!place?.offers.screen || !place.offers.typing)
    return err(
      problem('session.answerThere', '{session} runs in {backend}, where its questions can’t be read. Answer there.', {
        session: name,
        backend,
      }),
    );
  const screen = await place.read(handle, screenLines);
  if (!screen.ok) return screen;
  const form = ports.signs.form(agent, screen.value);
  return form ? ok({ session, place, handle, form, screen: screen.value }) : err(none(name));
}

const none = (session: string): Problem =>
  problem('session.noQuestion', 'No question stands on the screen of {session} now: it was answered already.', {
    session,
  });
const changed = ({ name }: AgentSession): Problem =>
  problem('session.otherQuestion', 'Nothing was chosen: {session} asks something else now. Look at it again.', {
    session: name,
  });
const beingAnswered = ({ name }: AgentSession): Problem =>
  problem('session.beingAnswered', 'Nothing was chosen: {session} is being answered already. Look at it again.', {
    session: name,
  });
const notTaken = ({ name }: AgentSession): Problem =>
  problem('session.notTaken', '{session} shows no sign that it took the answer. Look at its terminal.', {
    session: name,
  });

/** A screen without the mark of what Enter would take, and without spaces. */
const unmarked = (screen: string): string => screen.replaceAll(/[\s❯›➜→>]/g, '');

async function chooseByKey(asked: Asked, key: string, deps: Deps): Promise<Result<undefined, Problem>> {
  const { place, handle, screen } = asked;
  const pressed = await place.press(handle, key);
  if (!pressed.ok) return pressed;
  const before = unmarked(screen);
  // Enter would answer what comes next, where the key was taken and nothing is drawn yet. So a key that is only shown, or
  // that only moves the mark, is left to the person.
  const taken = await until(asked, (now) => ![before, before + key].includes(unmarked(now)), deps);
  return taken ? ok(undefined) : err(notTaken(asked.session));
}

async function chooseByArrows(asked: Asked, key: string, deps: Deps): Promise<Result<undefined, Problem>> {
  const { place, handle, form, session } = asked;
  const steps = form.options.findIndex((one) => one.key === key) - form.options.findIndex(({ marked }) => marked);
  for (let n = 0; n < Math.abs(steps); n += 1) {
    const pressed = await place.press(handle, steps > 0 ? 'Down' : 'Up');
    if (!pressed.ok) return pressed;
  }
  const isMarked = (now: string): boolean => {
    const shown = deps.ports.signs.form(session.agent, now);
    return shown?.text === form.text && shown.options.some((one) => one.key === key && one.marked);
  };
  // Enter takes what is marked, so that it is pressed on nothing else.
  const reached = await until(asked, isMarked, deps);
  return reached ? place.press(handle, 'Enter') : err(notTaken(session));
}

async function until(
  { place, handle }: Asked,
  looks: (screen: string) => boolean,
  { ports: { clock } }: Deps,
): Promise<boolean> {
  for (let waited = 0; waited <= drawnMs; waited += everyMs) {
    await new Promise<void>((resolve) => void clock.after(everyMs, resolve));
    const now = await place.read(handle, screenLines);
    if (now.ok && looks(now.value)) return true;
  }
  return false;
}
