import { problem, type Problem } from '../../base/problem.ts';
import type { AgentSession, SessionEnd } from '../../core/agentSession/types.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { Ports } from '../ports.ts';
import type { PlaceLook } from '../ports/terminals.ts';
import { endOfPlace, lostSession } from './endOfPlace.ts';
import { isOfEarlierBoot, lookFromHere } from './whereabouts.ts';

/** What was found of a session. `attached`: it lives on; `ended`: it does not, and that is recorded now. */
export interface Reconciled {
  readonly session: string;
  readonly found: 'attached' | 'starting' | 'ended' | 'unobservable' | 'elsewhere';
}

type Deps = Pick<Ports, 'terminals' | 'machine' | 'log'> & { readonly orchestrator: Orchestrator };

const self = { kind: 'host', id: 'reconcile' } as const;

/**
 * Looks what became of every session that the log believes to live: after a reload, a crash or a restart of the machine
 * that is anybody's guess until somebody looked. What lives is followed on; of what is gone it is said that it was
 * interrupted, and never that it is idle.
 */
export const createReconcile = (deps: Deps) => async (): Promise<readonly Reconciled[]> => {
  const open = Object.values(deps.orchestrator.state.agentSessions).filter((session) => session.ended === null);
  const results: Reconciled[] = [];
  for (const session of open) results.push({ session: session.id, found: await lookAt(session, deps) });
  return results;
};

async function lookAt(session: AgentSession, deps: Deps): Promise<Reconciled['found']> {
  if (session.handle === null) return 'starting';
  if (await isOfEarlierBoot(session, deps.machine)) return end(session, 'interrupted', rebooted(session), deps);
  const place = deps.terminals[session.backend];
  const look = await lookFromHere({ ...session, handle: session.handle }, place, deps.machine);
  const how = endOf(session, look);
  if (how !== null) return end(session, how.how, how.problem, deps);
  if (look.kind !== 'unobservable') return 'attached';
  // Another host can reach it; that this one can't says nothing of it.
  if (!place && look.problem.code === 'session.notHere') return 'elsewhere';
  const sighted = await deps.orchestrator.dispatch(
    {
      type: 'sightAgentSession',
      session: session.id,
      generation: session.generation,
      source: 'process',
      activity: { kind: 'unobservable', problem: look.problem },
    },
    self,
  );
  if (!sighted.ok) deps.log.warn('a look at a session could not be recorded', { code: sighted.error.code });
  return 'unobservable';
}

/** How a session that looks so has ended; null for one that has not, or of which nobody can tell. */
function endOf(
  session: AgentSession,
  look: PlaceLook,
): { readonly how: SessionEnd; readonly problem: Problem | null } | null {
  switch (look.kind) {
    case 'unobservable':
      return null;
    case 'shell':
      return { how: 'shell', problem: null };
    case 'gone':
      return endOfPlace(session, look);
    case 'agent': {
      const { process } = session;
      const now = look.process;
      const isOther =
        process !== null && now !== null && (now.pid !== process.pid || now.startTime !== process.startTime);
      return isOther ? { how: 'interrupted', problem: lostSession(session.name) } : null;
    }
  }
}

async function end(
  { id, generation }: AgentSession,
  how: SessionEnd,
  why: ReturnType<typeof problem> | null,
  { orchestrator, log }: Deps,
): Promise<'ended'> {
  const recorded = await orchestrator.dispatch(
    { type: 'endAgentSession', session: id, generation, how, problem: why },
    self,
  );
  if (!recorded.ok) log.warn('the end of a session could not be recorded', { code: recorded.error.code });
  return 'ended';
}

const rebooted = ({ name }: AgentSession): ReturnType<typeof problem> =>
  problem('session.rebooted', '{session} ended when the machine was restarted. Resume it to go on.', { session: name });
