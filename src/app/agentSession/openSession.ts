import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Actor } from '../../core/actor.ts';
import { hasTerminal, type AgentSession, type Backend, type ControlPlane } from '../../core/agentSession/types.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { Settled } from '../settlement.ts';
import type { Places } from '../places.ts';
import type { Ports } from '../ports.ts';
import type { OwnerInfo } from '../ports/eventStore.ts';
import { usualPlane } from './controlPlane.ts';
import { placeProblem, worktreeTop } from './placeProblem.ts';

export interface SessionWish {
  readonly agent: string;
  readonly backend: Backend;
  /** Absolute. */
  readonly cwd: string;
  /** Null names it after its role, its agent and its id. */
  readonly name: string | null;
  readonly role: string | null;
  /** Null is the usual one. */
  readonly controlPlane: ControlPlane | null;
}

export interface SessionDeps {
  readonly ports: Ports;
  readonly places: Places;
  readonly orchestrator: Orchestrator;
  /** Asks for one effect, and waits for how it ended. */
  readonly settled: Settled;
  /** Whether this host carries effects out, and not another one. */
  readonly isOwner: () => boolean;
  /** Who does so now; null where nobody does. */
  readonly owner: () => OwnerInfo | null;
}

const nameForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Opens a session and waits until its agent was started, or could not be. What is refused has recorded nothing. */
export const createOpenSession =
  (deps: SessionDeps) =>
  async (wish: SessionWish, actor: Actor): Promise<Result<AgentSession, Problem>> => {
    const { ports, places, orchestrator, settled } = deps;
    if (wish.name !== null && !nameForm.test(wish.name)) return err(badName(wish.name));
    if (/[\0\r\n]/.test(wish.cwd)) return err(badPlace(wish.cwd));
    const conversation = ports.sessionAgents.newConversation(wish.agent, hasTerminal(wish.backend));
    if (!conversation.ok) return conversation;
    const missing = await startProblem(wish.backend, deps);
    if (missing) return err(missing);
    const id = ports.ids.next();
    const name = wish.name ?? `${wish.role === null ? 'session' : slug(wish.role)}-${wish.agent}-${id}`;
    const cwd = (await ports.files.real(wish.cwd)) ?? wish.cwd;
    const top = await worktreeTop(cwd, { ...ports, places });
    const known = Object.values(orchestrator.state.worktrees).find(({ path }) => path === top);
    const session = { name, cwd, worktree: top === null ? null : (known?.id ?? top) };
    const wrong = await placeProblem(session, { ...ports, places, state: () => orchestrator.state });
    if (wrong) return err(wrong);
    const { agent, backend, role } = wish;
    const controlPlane = wish.controlPlane ?? usualPlane(places.controlRoot);
    const opened = await settled(
      `session/${id}/1/start`,
      {
        type: 'openAgentSession',
        session: { id, ...session, agent, backend, role, controlPlane, conversation: conversation.value },
      },
      actor,
    );
    const now = orchestrator.state.agentSessions[id];
    if (!opened.ok) return opened;
    return now ? ok(now) : err(gone(name));
  };

/**
 * Why whoever carries effects out now could start nothing in a backend, or null. It is asked before anything is recorded:
 * a session for a place that the owner lacks would wait for as long as that one lives.
 */
export async function startProblem(
  backend: Backend,
  { ports, isOwner, owner }: Pick<SessionDeps, 'ports' | 'isOwner' | 'owner'>,
): Promise<Problem | null> {
  if (isOwner()) return backendProblem(backend, ports);
  const other = owner();
  return other?.host === 'cli' && backend === 'editor' ? ownerLacks(other, backend) : null;
}

const ownerLacks = ({ label }: OwnerInfo, backend: Backend): Problem =>
  problem(
    'session.ownerLacks',
    '{owner} works on this repository now and can start no session in {backend}. Wait until it ends, or choose another place.',
    { owner: label, backend },
  );

async function backendProblem(backend: Backend, { terminals }: Pick<Ports, 'terminals'>): Promise<Problem | null> {
  const place = terminals[backend];
  if (!place)
    return problem('session.backendAbsent', 'Sessions can’t run in {backend} here. They can in: {known}.', {
      backend,
      known: Object.keys(terminals).join(', ') || '-',
    });
  const probed = await place.probe();
  return probed.ok ? null : probed.error;
}

const slug = (role: string): string =>
  role
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 24) || 'session';

const badName = (name: string): Problem =>
  problem(
    'session.badName',
    '{name} is no name for a session. It has 1 to 64 letters, digits, dots, underscores and dashes, and begins with a letter or digit.',
    { name: JSON.stringify(name) },
  );

const badPlace = (path: string): Problem =>
  problem('session.badPlace', 'The path {path} holds a line break or a NUL. Rename it, or name another one.', {
    path: JSON.stringify(path),
  });

const gone = (session: string): Problem =>
  problem('session.forgotten', 'The session {session} was taken off the list while it was started.', { session });
