import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { isoSeconds } from '../../base/clock.ts';
import { sameValue } from '../../base/sameValue.ts';
import type { Actor } from '../../core/actor.ts';
import { sessionsOf, type Seat } from '../../core/delegation/offer.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import type { DelegatedJob, DelegatedKind } from '../../core/delegation/types.ts';
import { usualContext } from '../../core/lease/shared.ts';
import type { Settings } from '../../protocol/settings.ts';
import { findSession } from '../agentSession/findSession.ts';
import { isBelow } from '../agentSession/placeProblem.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { Places } from '../places.ts';
import type { Ports } from '../ports.ts';

export interface JobWish {
  /** Null draws one. The same id is never submitted twice. */
  readonly id: string | null;
  /** Id or name of the session, or `BACKEND:NAME`; null for whichever session of the role can begin first. */
  readonly session: string | null;
  /** The agent that it must be; null is whichever it is. */
  readonly agent: string | null;
  readonly kind: DelegatedKind;
  readonly role: string | null;
  readonly prompt: string;
  /** Absolute; null is where the session works. */
  readonly workdir: string | null;
  readonly claims: readonly string[];
  readonly outside: boolean;
  /** Awake milliseconds, 0 for no limit. */
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly expectedArtifacts: readonly string[];
  readonly task: string | null;
  /** It waits where its session is busy, instead of being refused. */
  readonly queue: boolean;
}

export interface DelegationDeps {
  readonly ports: Ports;
  readonly orchestrator: Orchestrator;
  readonly places: Pick<Places, 'jobs'>;
  readonly settings: () => Pick<Settings, 'mam.leases.contextPaths'>;
}

type Submitted = Result<DelegatedJob, Problem>;

/** Hands a job to a session. Whether the session is free is decided where it is recorded, so that of two callers one wins. */
export function createSubmit({ ports, orchestrator, places, settings }: DelegationDeps) {
  const submitTo = async (session: AgentSession, wish: JobWish, workdir: string, actor: Actor): Promise<Submitted> => {
    const { queue, ...rest } = wish;
    const order = {
      ...rest,
      id: wish.id ?? ports.ids.next(),
      session: session.id,
      agent: session.agent,
      workdir,
      ...contextOf(settings()['mam.leases.contextPaths']),
    };
    const done = await orchestrator.dispatch({ type: 'submitJob', order, queue }, actor);
    if (!done.ok) return done;
    const job = orchestrator.state.delegations[order.id];
    if (!job) throw new Error(`The job ${order.id} was submitted and is not there.`);
    return ok(job);
  };

  /** To the first of a role's sessions that is free. With `queue` also where none is, and where files are not free. */
  const submitToRole = async (wish: JobWish, seat: Seat, workdir: string | null, actor: Actor): Promise<Submitted> => {
    const offered = sessionsOf(orchestrator.state, seat, isoSeconds(ports.clock.now())).filter(
      ({ cwd }) => workdir === null || isBelow(workdir, cwd),
    );
    const [first] = offered;
    if (!first) return err(noneOfRole(seat.role));
    // Whoever was free may not be when it is recorded: then it is the next one's turn.
    for (const session of offered) {
      const done = await submitTo(session, { ...wish, queue: false }, workdir ?? session.cwd, actor);
      if (done.ok || !(isNoLonger(done.error) || (wish.queue && isAboutFiles(done.error)))) return done;
    }
    return wish.queue ? submitTo(first, wish, workdir ?? first.cwd, actor) : err(allBusy(seat.role, offered.length));
  };

  return async (wish: JobWish, actor: Actor): Promise<Submitted> => {
    const behind = await orchestrator.catchUp();
    if (behind) return err(behind);
    const { id, agent, role } = wish;
    const unreadable = promptProblem(wish.prompt);
    if (unreadable) return err(unreadable);
    if (id !== null && (await wasTaken(ports, places, id))) return err(taken(id));
    const workdir = wish.workdir === null ? null : ((await ports.files.real(wish.workdir)) ?? wish.workdir);
    if (wish.session === null)
      return role === null ? err(noSession()) : submitToRole(wish, { role, agent }, workdir, actor);
    const found = findSession(orchestrator.state, wish.session);
    if (!found.ok) return found;
    const session = found.value;
    if (agent !== null && agent !== session.agent) return err(otherAgent(session, agent));
    if (workdir !== null && !isBelow(workdir, session.cwd)) return err(otherPlace(session, workdir));
    return submitTo(session, wish, workdir ?? session.cwd, actor);
  };
}

/** Another job was faster, or the session came to its end. */
const isNoLonger = ({ code }: Problem): boolean => code === 'session.busy' || code === 'job.noSession';

const isAboutFiles = ({ code }: Problem): boolean => code.startsWith('lease.');

/** The usual ones go without saying, so that they need not stand in every order. */
const contextOf = (paths: readonly string[]): { readonly contextPaths?: readonly string[] } =>
  sameValue(paths, usualContext) ? {} : { contextPaths: paths };

/** Jobs that are listed no more leave their files, with a report that would count for whoever had their name. */
const wasTaken = async ({ files }: Ports, { jobs }: Pick<Places, 'jobs'>, id: string): Promise<boolean> =>
  /^[\w-]+$/.test(id) &&
  ((await files.kind(`${jobs}/${id}`)) !== null || (await files.kind(`${jobs}/${id}.json`)) !== null);

const taken = (job: string): Problem =>
  problem(
    'job.exists',
    'There is a job {job} already. Look at it with `mam job show {job}`, or leave the id out for a new job.',
    { job },
  );

function promptProblem(prompt: string): Problem | null {
  if (prompt.trim() === '') return problem('job.noPrompt', 'The prompt is empty. Say what is to be done.');
  return prompt.includes('\0')
    ? problem('job.noPrompt', 'The prompt holds a NUL character. Take it out: no agent can be given one.')
    : null;
}

const noSession = (): Problem =>
  problem('job.noDoer', 'A job needs whoever does it. Name a session, or a role of which one is open.');

const noneOfRole = (role: string): Problem =>
  problem(
    'job.noneOfRole',
    'No session of {role} is open for this job. Start one with `mam session create --role {role}`, or name a session.',
    { role },
  );

const allBusy = (role: string, count: number): Problem =>
  problem(
    'session.busy',
    'Every session of {role} has a job ({count} are open). Wait for one, or hand the new one in with --queue.',
    { role, count },
  );

interface Named {
  readonly name: string;
  readonly agent: string;
  readonly cwd: string;
}

const otherAgent = ({ name, agent: has }: Named, agent: string): Problem =>
  problem('job.otherAgent', '{session} runs {has}, not {agent}. Name a session of {agent}.', {
    session: name,
    has,
    agent,
  });

const otherPlace = ({ name, cwd }: Named, path: string): Problem =>
  problem(
    'job.otherPlace',
    '{session} works in {cwd}, not in {path}. Name a session that works there, or leave --workdir out.',
    { session: name, cwd, path },
  );
