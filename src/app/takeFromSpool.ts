import { isoSeconds, type Clock } from '../base/clock.ts';
import { highestSeq } from '../core/job/signals.ts';
import type { State } from '../core/state.ts';
import { parseSpoolEvent, type SpoolEvent } from '../protocol/spool.ts';
import type { Orchestrator } from './orchestrator.ts';
import { findJob } from './findRun.ts';
import { hearHook } from './agentSession/hearHook.ts';
import type { SpoolFile } from './ports/files.ts';
import type { JobKeys } from './ports/jobKeys.ts';
import { withoutTokens } from './withoutTokens.ts';
import type { SessionSigns } from './ports/sessionSigns.ts';

type Message<T extends SpoolEvent['type']> = Extract<SpoolEvent, { type: T }>;
type Taken = Promise<void | 'later'>;

interface Deps {
  readonly orchestrator: Orchestrator;
  readonly keys: JobKeys;
  readonly signs: Pick<SessionSigns, 'hook'>;
  readonly clock: Pick<Clock, 'now'>;
  /** The newest word of a hook that was heard of each session's process. */
  readonly heard: Map<string, string>;
}

/**
 * Turns a file that an agent or hook handed in into a command. Throws for one that can't be read, or that shows the wrong
 * token, so that it is put aside as refused; one that could not be recorded stays for later.
 */
export async function takeFromSpool({ name, order }: SpoolFile, text: string, deps: Deps): Taken {
  const parsed = parseSpoolEvent(text);
  if (!parsed.ok) throw new Error(`${name}: ${parsed.error}`);
  const message = parsed.value;
  switch (message.type) {
    case 'heartbeat':
      return takeHeartbeat(name, message, deps.orchestrator);
    case 'jobEvent':
      return takeJobEvent(name, message, deps);
    case 'sessionHook':
      return takeSessionHook({ name, order }, message, deps);
  }
}

async function takeHeartbeat(name: string, message: Message<'heartbeat'>, orchestrator: Orchestrator): Taken {
  const { session, role, task, status, agent, ttlMinutes } = message;
  const saidAt = saidIn(name);
  const beat = await orchestrator.dispatch(
    {
      type: 'heartbeat',
      session,
      role,
      task,
      status,
      agent,
      ...(saidAt === null ? {} : { saidAt }),
      ...(ttlMinutes === undefined ? {} : { ttlMs: ttlMinutes * 60_000 }),
    },
    { kind: 'job', id: session },
  );
  return beat.ok ? undefined : 'later';
}

/**
 * An agent's word about its own attempt. The token of a delegated job is compared with what the log has of it; that of a
 * lane, of which the log has nothing, is made again.
 */
async function takeJobEvent(name: string, message: Message<'jobEvent'>, { orchestrator, keys, clock }: Deps): Taken {
  const { job: id, attempt, token, seq, kind } = message;
  if (seq > highestSeq(clock.now())) throw new Error(`${name}: its number ${seq} is more than a day ahead`);
  const text = withoutTokens(message.text, [token]);
  const { state } = orchestrator;
  const delegated = state.delegations[id]?.attempts.find((one) => one.attempt === attempt);
  if (!keys.fits(token, delegated?.token ?? keys.hash(keys.jobToken(id, attempt))))
    throw new Error(`${name}: the token is not that of attempt ${attempt} of the job ${id}`);
  const lane = delegated ? undefined : findJob(state, id);
  if (!delegated && (!lane || lane.ended || lane.attempt !== attempt))
    throw new Error(`${name}: attempt ${attempt} of the job ${id} is not running`);
  const told = await orchestrator.dispatch(
    delegated
      ? { type: 'signalAttempt', job: id, attempt, seq, kind, text }
      : { type: 'reportProgress', job: id, kind, text },
    { kind: 'job', id },
  );
  return told.ok ? undefined : 'later';
}

/** What a hook of a session's process told. What it means is the matter of its agent's adapter. */
async function takeSessionHook({ name, order }: SpoolFile, message: Message<'sessionHook'>, deps: Deps): Taken {
  const { session: id, generation, token } = message;
  const { orchestrator, keys } = deps;
  if (!keys.fits(token, keys.hash(keys.sessionToken(id, generation))))
    throw new Error(`${name}: the token is not that of process ${generation} of the session ${id}`);
  const session = orchestrator.state.agentSessions[id];
  if (!session || session.ended || session.generation !== generation)
    throw new Error(`${name}: process ${generation} of the session ${id} is not running`);
  // Another agent that one of its tools started has its environment, and says nothing of it.
  if (message.agent !== session.agent) return undefined;
  const tokens = [token, ...tokensOfJob(orchestrator.state, session.job, keys)];
  return hearHook(session, { ...message, payload: withoutTokens(message.payload, tokens), order }, deps);
}

/** Those that the agent of a session was given for the job that it works on. */
const tokensOfJob = ({ delegations }: State, id: string | null, keys: JobKeys): readonly string[] =>
  id === null ? [] : (delegations[id]?.attempts ?? []).map(({ attempt }) => keys.jobToken(id, attempt));

/** When a file was handed in, which its name begins with; null for one that is named in another way. */
function saidIn(name: string): string | null {
  const [, ms] = /^(\d{13})-/.exec(name) ?? [];
  return ms === undefined ? null : isoSeconds(Number(ms));
}
