import { msBetween } from '../../base/clock.ts';
import type { DomainEvent } from '../event.ts';
import type { Job } from '../job/types.ts';
import { seatImported } from '../ledger/evolve.ts';
import type { State } from '../state.ts';
import { isPassWord } from './passFamily.ts';
import { newSeat, rebuildSessions } from './rebuild.ts';
import type { RoleSession } from './types.ts';

type Sessions = State['sessions'];
type Beat = Extract<DomainEvent, { type: 'sessionBeat' }>;

const endWords = { report: 'reported', failed: 'error', limited: 'limited', interrupted: 'error' } as const;

/** The registry's seats after an event. Only verdict events raise a reviewer's status; a heartbeat's pass word is kept as claimed. */
export function evolveSessions(sessions: Sessions, event: DomainEvent, state: State, at: string): Sessions {
  const known = (session: string): RoleSession =>
    (Object.hasOwn(sessions, session) ? sessions[session] : undefined) ??
    newSeat({ session, name: session, authority: 'read' }, at);
  const set = (session: string, change: Partial<RoleSession>): Sessions => ({
    ...sessions,
    [session]: { ...known(session), lastBeat: at, ...change },
  });
  switch (event.type) {
    case 'loopStarted':
      return Object.fromEntries(
        event.options.topology.roles.map((role): [string, RoleSession] => [
          role.session,
          { ...newSeat(role, at), agent: event.options.agents[role.session] ?? null },
        ]),
      );
    case 'ledgerImported':
      return seatImported(sessions, event.ledger.sessions, at);
    case 'topologySet':
      return rebuildSessions(sessions, event.topology, at);
    case 'jobDispatched':
      return set(event.job.session, {
        role: event.job.role,
        status: 'running',
        task: (state.runs[event.job.run]?.task ?? state.batches[event.job.run]?.change?.task)?.id ?? null,
        agent: event.job.agent,
        claimed: null,
      });
    case 'jobEnded': {
      const job = jobOf(state, state.openJobs[event.job] ?? '', event.job);
      if (!job) return sessions;
      return set(job.session, { status: endWords[event.outcome.kind] });
    }
    case 'verdictGiven':
      return set(event.verdict.session, { status: event.verdict.word === 'pass' ? 'passed' : 'blocked' });
    case 'verdictMissing': {
      const job = jobOf(state, event.run, event.job);
      return job ? set(job.session, { status: 'needs-attention' }) : sessions;
    }
    case 'sessionBeat':
      return { ...sessions, [event.session]: beaten(sessions, known(event.session), event, at) };
    default:
      return sessions;
  }
}

const jobOf = ({ runs, batches }: State, owner: string, id: string): Job | undefined =>
  (runs[owner] ?? batches[owner])?.jobs.find((job) => job.id === id);

/** A seat after a heartbeat. With an agent it is about that agent's lane alone; without, about the seat. */
function beaten(sessions: Sessions, before: RoleSession, beat: Beat, at: string): RoleSession {
  const { session, status, task, agent, ttlMs } = beat;
  const isNew = !Object.hasOwn(sessions, session);
  const said = beat.saidAt ?? at;
  const seat: RoleSession = {
    ...before,
    role: isNew ? beat.role : before.role,
    // One that was handed in late is no newer sign of life than what is known.
    lastBeat: isNew || msBetween(before.lastBeat, said) > 0 ? said : before.lastBeat,
    ...(ttlMs === undefined ? {} : { ttlMs }),
  };
  if (agent !== null) return { ...seat, lanes: { ...seat.lanes, [agent]: { status, turn: task } } };
  if (!isPassWord(status)) return { ...seat, task, status, claimed: null };
  // A pass belongs to the seat and the task that it was given for; a beat must not carry it over to others.
  const keeps = before.task === task || !isPassWord(before.status);
  return { ...seat, task, claimed: status, status: keeps ? before.status : 'idle' };
}
