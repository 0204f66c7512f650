import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import { isPassWord } from './passFamily.ts';
import type { RoleSession } from './types.ts';

type Sessions = State['sessions'];

/** The registry's seats after an event. Only verdict events raise a reviewer's status; a heartbeat's pass word is kept as claimed. */
export function evolveSessions(sessions: Sessions, event: DomainEvent, state: State, at: string): Sessions {
  const set = (session: string, change: Partial<RoleSession>): Sessions => {
    const before = sessions[session] ?? {
      session,
      role: session,
      status: 'idle',
      task: null,
      agent: null,
      lastBeat: at,
      claimed: null,
    };
    return { ...sessions, [session]: { ...before, ...change, lastBeat: at } };
  };
  switch (event.type) {
    case 'loopStarted':
      return Object.fromEntries(
        event.options.topology.roles.map((role): [string, RoleSession] => [
          role.session,
          {
            session: role.session,
            role: role.name,
            status: role.authority === 'ledger' ? 'running' : 'idle',
            task: null,
            agent: event.options.agents[role.session] ?? null,
            lastBeat: at,
            claimed: null,
          },
        ]),
      );
    case 'jobDispatched':
      return set(event.job.session, {
        role: event.job.role,
        status: 'running',
        task: state.runs[event.job.run]?.task.id ?? null,
        agent: event.job.agent,
        claimed: null,
      });
    case 'jobEnded': {
      const job = state.runs[state.openJobs[event.job] ?? '']?.jobs.find((one) => one.id === event.job);
      if (!job) return sessions;
      return set(job.session, { status: event.outcome.kind === 'report' ? 'reported' : 'error' });
    }
    case 'verdictGiven':
      return set(event.verdict.session, { status: event.verdict.word === 'pass' ? 'passed' : 'blocked' });
    case 'verdictMissing': {
      const job = state.runs[event.run]?.jobs.find((one) => one.id === event.job);
      return job ? set(job.session, { status: 'needs-attention' }) : sessions;
    }
    case 'sessionBeat': {
      const known = sessions[event.session];
      const pass = isPassWord(event.status);
      // A pass belongs to the seat and the task that it was given for; a beat must not carry it over to others.
      const keeps = known && (known.task === event.task || !isPassWord(known.status));
      return set(event.session, {
        role: known?.role ?? event.role,
        task: event.task,
        ...(event.agent ? { agent: event.agent } : {}),
        ...(pass
          ? { claimed: event.status, ...(keeps ? {} : { status: 'idle' }) }
          : { status: event.status, claimed: null }),
      });
    }
    default:
      return sessions;
  }
}
