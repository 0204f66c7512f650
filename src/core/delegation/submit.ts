import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import type { DelegationCommand } from './command.ts';
import { normaliseClaims } from '../lease/claims.ts';
import { findSecrets } from '../privacy/secrets.ts';
import { claimedBy } from './claims.ts';
import { waitingFor } from './queue.ts';
import type { JobOrder } from './types.ts';

type Submit = Extract<DelegationCommand, { type: 'submitJob' }>;

/** It is part of a topic and of file names. */
const jobIdForm = /^[A-Za-z0-9_-]{1,64}$/;

/** Takes a job, to begin at once or behind the others of its session. */
export function submit(state: State, { order, queue }: Submit): Result<readonly DomainEvent[], Problem> {
  const wrong = malformed(order) ?? secretIn(order);
  if (wrong) return err(wrong);
  const claims = order.claims.length === 0 ? ok(order.claims) : normaliseClaims(order.claims);
  if (!claims.ok) return claims;
  const job = { ...order, claims: claims.value };
  const refused = unfit(state, job) ?? (queue ? null : (busy(state, job.session) ?? claimedBy(state, job)));
  return refused ? err(refused) : ok([{ type: 'jobSubmitted', job }]);
}

/** A name may stand in a record as its prototype's own does; only what was put there counts. */
const has = <T>(record: Readonly<Record<string, T>>, key: string): boolean => Object.hasOwn(record, key);

/** Whether a path names something below the folder from which it is meant, on any system. */
const isBelow = (path: string): boolean => {
  const parts = path.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
  return parts.length > 0 && !parts.includes('..') && !/^(?:[A-Za-z]:|[/\\])/.test(path);
};

function malformed({ id, workdir, expectedArtifacts, claims, timeoutMs, idleTimeoutMs }: JobOrder): Problem | null {
  if (!jobIdForm.test(id))
    return problem(
      'job.badId',
      'The id {job} is not one of 1 to 64 letters, digits, "-" and "_". Leave it out to get one.',
      {
        job: id.slice(0, 80),
      },
    );
  if (id in {})
    return problem('job.reservedId', 'The id {job} is one that every record has already. Choose another one.', {
      job: id,
    });
  const path = [workdir, ...expectedArtifacts, ...claims].find((one) => /[\0\r\n]/.test(one));
  if (path !== undefined)
    return problem('job.badPath', 'The path {path} holds a line break or a NUL. Rename it, or name another one.', {
      path: JSON.stringify(path),
    });
  const elsewhere = expectedArtifacts.find((one) => !isBelow(one));
  if (elsewhere !== undefined)
    return problem(
      'job.artifactElsewhere',
      'The file {path} is not one below the folder of the job. Name it from that folder on, without "..".',
      { path: JSON.stringify(elsewhere) },
    );
  const isTime = (ms: number): boolean => Number.isSafeInteger(ms) && ms >= 0;
  return isTime(timeoutMs) && isTime(idleTimeoutMs)
    ? null
    : problem('job.badLimit', 'A time limit is a whole number of milliseconds, 0 for none.');
}

/** A prompt is kept as it was written, so one that may not be kept is no prompt. */
function secretIn({ prompt }: JobOrder): Problem | null {
  const found = findSecrets(prompt);
  return found.length === 0
    ? null
    : problem(
        'job.secret',
        'The prompt holds a secret ({names}), and MAM keeps none. Put it where the agent can read it, such as a file or a variable, and name that instead.',
        { names: found.join(', ') },
      );
}

function unfit(state: State, order: JobOrder): Problem | null {
  const session = has(state.agentSessions, order.session) ? state.agentSessions[order.session] : undefined;
  if (!session || session.ended || session.stopping)
    return problem('job.noSession', 'There is no open session {session}. Start one with `mam session create`.', {
      session: session?.name ?? order.session,
    });
  if (session.agent !== order.agent)
    return problem('job.otherAgent', '{session} runs {has}, not {agent}. Name a session of {agent}.', {
      session: session.name,
      has: session.agent,
      agent: order.agent,
    });
  return has(state.delegations, order.id)
    ? problem(
        'job.exists',
        'There is a job {job} already. Look at it with `mam job show {job}`, or leave the id out for a new job.',
        { job: order.id },
      )
    : null;
}

function busy(state: State, id: string): Problem | null {
  const session = state.agentSessions[id];
  const job = session?.job ?? waitingFor(state, id)[0]?.id;
  return session && job !== undefined
    ? problem('session.busy', '{session} works on the job {job}. Wait for it, or hand the new one in with --queue.', {
        session: session.name,
        job,
      })
    : null;
}
