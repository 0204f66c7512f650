import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Actor } from '../../core/actor.ts';
import type { AgentSession, ControlPlane } from '../../core/agentSession/types.ts';
import { hasPlane, planeDifference, planeProblem, usualPlane } from './controlPlane.ts';
import { findSession } from './findSession.ts';
import { startProblem, type SessionDeps } from './openSession.ts';
import { placeProblem } from './placeProblem.ts';
import { lookFromHere } from './whereabouts.ts';

export interface ResumeWish {
  /** Its id, its name, or `BACKEND:NAME`. */
  readonly session: string;
  /** Where the caller wants it to go on, absolute; null is where it was. */
  readonly cwd: string | null;
  /** The caller's; null is the usual one. */
  readonly controlPlane: ControlPlane | null;
}

export interface Resumed {
  readonly session: AgentSession;
  /** It was running all the while. */
  readonly wasAlive: boolean;
  /** Variables in which the caller's control plane is another one. The session keeps its own. */
  readonly differs: readonly string[];
}

/** Starts a process that goes on with a session's conversation, in the folder that it belongs to and nowhere else. */
export const createResumeSession =
  (deps: SessionDeps) =>
  async (wish: ResumeWish, actor: Actor): Promise<Result<Resumed, Problem>> => {
    const { ports, places, orchestrator, settled } = deps;
    const found = findSession(orchestrator.state, wish.session);
    if (!found.ok) return found;
    const session = found.value;
    const caller = wish.controlPlane ?? usualPlane(places.controlRoot);
    const controlPlane = hasPlane(session.controlPlane) ? session.controlPlane : caller;
    const differs = planeDifference(controlPlane, caller);
    const wanted = wish.cwd === null ? null : ((await ports.files.real(wish.cwd)) ?? wish.cwd);
    if (wanted !== null && wanted !== session.cwd) return err(otherPlace(session, wanted));
    if (!session.ended) {
      const look =
        session.handle &&
        (await lookFromHere({ ...session, handle: session.handle }, ports.terminals[session.backend], ports.machine));
      return look && look.kind === 'unobservable' ? err(look.problem) : ok({ session, wasAlive: true, differs });
    }
    const elsewhere = hasPlane(session.controlPlane) ? null : planeProblem(caller, places.controlRoot);
    if (elsewhere) return err(elsewhere);
    const wrong =
      (session.ended.how === 'failed' && session.generation === 1 ? neverBegan(session) : null) ??
      (await placeProblem(session, { ...ports, places, state: () => orchestrator.state })) ??
      (await startProblem(session.backend, deps));
    if (wrong) return err(wrong);
    const { id, generation } = session;
    const resumed = await settled(
      `session/${id}/${generation + 1}/start`,
      { type: 'resumeAgentSession', session: id, controlPlane },
      actor,
    );
    if (!resumed.ok) return resumed;
    return ok({ session: orchestrator.state.agentSessions[id] ?? session, wasAlive: false, differs });
  };

const otherPlace = ({ name, cwd }: AgentSession, path: string): Problem =>
  problem(
    'session.otherPlace',
    'The conversation of {session} belongs to {cwd} and can’t go on in {path}. Resume it there, or start a new session here.',
    { session: name, cwd, path },
  );

const neverBegan = ({ name }: AgentSession): Problem =>
  problem(
    'session.neverBegan',
    'The session {session} never began, so there is no conversation to go on with. Take it off the list and start a new one.',
    { session: name },
  );
