import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Actor } from '../../core/actor.ts';
import type { AgentSession, Backend } from '../../core/agentSession/types.ts';
import type { State } from '../../core/state.ts';
import type { ScreenForm } from '../ports/sessionSigns.ts';
import type { Showing } from '../ports/terminals.ts';
import { createAnswerQuestion, createReadQuestion, type Choice } from './answerQuestion.ts';
import { findSession } from './findSession.ts';
import { createInterruptTurn } from './interruptTurn.ts';
import { createOpenSession, type SessionDeps, type SessionWish } from './openSession.ts';
import { createReconcile, type Reconciled } from './reconcile.ts';
import { createResumeSession, type Resumed, type ResumeWish } from './resumeSession.ts';

/** A place, and whether it can be used. */
interface PlaceProbe {
  readonly backend: Backend;
  readonly screen: boolean;
  readonly found: Result<{ readonly version: string }, Problem>;
}

/** What can be done with agent sessions. A session is named by its id, its name, or `BACKEND:NAME`. */
export interface AppSessions {
  /** Opens one and waits until its agent was started. */
  open(wish: SessionWish, actor: Actor): Promise<Result<AgentSession, Problem>>;
  /** Goes on with one that ended; one that lives is left as it is. */
  resume(wish: ResumeWish, actor: Actor): Promise<Result<Resumed, Problem>>;
  /** Ends its agent and waits until nothing of it runs; the conversation stays. */
  stop(session: string, actor: Actor): Promise<Result<AgentSession, Problem>>;
  /** Takes an ended one off the list. */
  forget(session: string, actor: Actor): Promise<Result<AgentSession, Problem>>;
  find(session: string): Result<AgentSession, Problem>;
  /** The question that stands on its screen now; a problem says that there is none, or that it can't be read from here. */
  question(session: string): Promise<Result<ScreenForm, Problem>>;
  /** Chooses an answer of this question, for a person; nothing is pressed where another one stands there now. */
  answer(session: string, choice: Choice, actor: Actor): Promise<Result<AgentSession, Problem>>;
  /** Breaks off what its agent does, by Escape; a problem says that this can't be done from here. */
  interrupt(session: string, actor: Actor): Promise<Result<AgentSession, Problem>>;
  /** Brings it in front of a person, or says by what they see it. */
  show(session: string): Promise<Result<Showing, Problem>>;
  /** Whether sessions can run in each of the places of this host, and with which version of it. */
  places(): Promise<readonly PlaceProbe[]>;
  /** Looks what became of those that the log believes to live. */
  reconcile(): Promise<readonly Reconciled[]>;
}

export function createAppSessions(deps: SessionDeps): AppSessions {
  const { orchestrator, settled, ports } = deps;
  const find = (session: string): Result<AgentSession, Problem> => findSession(orchestrator.state, session);
  const resume = createResumeSession(deps);
  const reconcile = createReconcile({ ...ports, orchestrator });
  /** Closes the shell that is left where an agent ended: nobody else would. One that can't be reached from here stays. */
  const leaveShell = async ({ handle, backend, ended }: AgentSession): Promise<Result<undefined, Problem>> => {
    const place = ports.terminals[backend];
    return ended?.how === 'shell' && handle !== null && place ? place.close(handle, 0) : ok(undefined);
  };
  return {
    open: createOpenSession(deps),
    async resume(wish, actor) {
      const believed = find(wish.session);
      // What is believed to live may be gone, and nobody has looked yet.
      if (believed.ok && !believed.value.ended) await reconcile();
      const found = find(wish.session);
      const left = found.ok ? await leaveShell(found.value) : ok(undefined);
      return left.ok ? resume(wish, actor) : left;
    },
    find,
    question: createReadQuestion({ ports, find }),
    answer: createAnswerQuestion({ ports, find, orchestrator }),
    interrupt: createInterruptTurn({ ports, find }),
    places: () =>
      Promise.all(
        Object.values(ports.terminals).map(async (place) => ({
          backend: place.backend,
          screen: place.offers.screen && place.offers.echoes !== false,
          found: await place.probe(),
        })),
      ),
    reconcile,
    async stop(session, actor) {
      const found = find(session);
      if (!found.ok) return found;
      if (found.value.ended) {
        const left = await leaveShell(found.value);
        return left.ok ? found : left;
      }
      const { id, generation, name, backend } = found.value;
      // Nobody here could do it, and nobody else is there who would.
      if (deps.isOwner() && !ports.terminals[backend]) return err(elsewhere(name, backend));
      const command = { type: 'stopAgentSession', session: id } as const;
      // It may end by itself meanwhile, or never begin.
      const hasEnded = ({ agentSessions }: State): boolean => agentSessions[id]?.ended !== null;
      const stopped = await settled(`session/${id}/${generation}/stop`, command, actor, hasEnded);
      return stopped.ok ? find(id) : stopped;
    },
    async show(session) {
      const found = find(session);
      if (!found.ok) return found;
      const { handle, name, backend, ended } = found.value;
      const place = ports.terminals[backend];
      if (handle === null || (ended && ended.how !== 'shell')) return err(nothingToShow(name));
      if (!place)
        return err(
          problem('session.showThere', '{session} runs in {backend}, which can’t be shown from here. Look there.', {
            session: name,
            backend,
          }),
        );
      return place.show(handle);
    },
    async forget(session, actor) {
      const found = find(session);
      if (!found.ok) return found;
      const left = await leaveShell(found.value);
      if (!left.ok) return left;
      const done = await orchestrator.dispatch({ type: 'forgetAgentSession', session: found.value.id }, actor);
      return done.ok ? ok(found.value) : err(done.error);
    },
  };
}

const nothingToShow = (session: string): Problem =>
  problem('session.nothingToShow', '{session} does not run. Resume it first.', { session });

const elsewhere = (session: string, backend: string): Problem =>
  problem(
    'session.elsewhere',
    'The session {session} runs in {backend}, which can’t be reached from here. Stop it there.',
    { session, backend },
  );
