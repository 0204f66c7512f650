import { isoSeconds } from '../../base/clock.ts';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '../../app/app.ts';
import type { JobWish } from '../../app/delegation/submit.ts';
import { problem, type Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import { openAttempt } from '../../core/delegation/attempts.ts';
import { isBehindOthers } from '../../core/delegation/queue.ts';
import type { DelegatedJob } from '../../core/delegation/types.ts';
import { exit, type Cli } from '../cli.ts';
import { printable } from '../paint.ts';
import { callersBinding } from '../session/callersBinding.ts';
import { sessionEffects } from '../session/effects.ts';
import { exitOf } from '../session/exitOf.ts';
import { fail } from '../tell.ts';
import type { Call } from '../verb.ts';
import { withApp } from '../withApp.ts';
import { follow, isOver, notDelivered, type WaitEnd } from './follow.ts';
import { jobData } from './jobData.ts';
import { left, tellChanges, tellUnserved } from './report.ts';
import { standing } from './standing.ts';

/**
 * Hands a job over. Where nobody else would carry it out, this command does: it stays until the prompt is there, or it is
 * known that it is not, for `withinMs` milliseconds at most. What the agent does then goes on by itself, and whoever opens the repository next hears of it.
 */
export function submitJob(cli: Cli, call: Call, wish: JobWish, withinMs: number): Promise<number> {
  const { env, cwd } = cli;
  const place = wish.workdir ?? cwd;
  const registry = call.text('registry-dir') ?? env['MAM_JOBS_DIR'];
  // Relative to where the work is done, and the same wherever somebody looks from later.
  const named = registry ? { ...env, MAM_JOBS_DIR: resolve(place, registry) } : env;
  return withApp(cli, { folder: place, effects: sessionEffects }, async (app) => {
    const plane = callersBinding(cli, app, wish.workdir, named);
    if (!plane.ok) return fail(cli, plane.error, exitOf(plane.error));
    const submitted = await submitPatiently(cli, app, wish);
    if (!submitted.ok) return fail(cli, submitted.error, exitOf(submitted.error));
    const ended = await afterSubmit(cli, call, app, { job: submitted.value, withinMs });
    const job = app.state.delegations[submitted.value.id] ?? submitted.value;
    if (call.flag('json')) cli.terminal.out(JSON.stringify(jobData(app, job, isoSeconds(Date.now()))));
    else cli.terminal.out(`${job.id}  ${printable(standing(cli, app, job))}`);
    const lost = notDelivered(job);
    if (lost) return fail(cli, lost, exit.blocked);
    if (ended === 'interrupted') return left(cli, app, job);
    if (ended === 'late') return fail(cli, notYet(cli, job, withinMs), exit.blocked);
    tellUnserved(cli, app, job);
    return !isOver(job) || job.status === 'completed' ? exit.done : exit.blocked;
  });
}

/** A busy session is waited for once, as long as `MAM_SESSION_BUSY_RETRY_S` says. That is no queue. */
async function submitPatiently(cli: Cli, app: App, wish: JobWish): Promise<Result<DelegatedJob, Problem>> {
  const first = await app.delegation.submit(wish, cli.actor);
  const seconds = Number(cli.env['MAM_SESSION_BUSY_RETRY_S']);
  if (first.ok || first.error.code !== 'session.busy' || !(seconds > 0)) return first;
  await delay(Math.min(seconds, 3600) * 1000);
  return app.delegation.submit(wish, cli.actor);
}

/** Waits for as much as the caller wants to see. Where another host carries it out, or it stands in line, that is nothing. */
function afterSubmit(
  cli: Cli,
  call: Call,
  app: App,
  { job, withinMs }: { readonly job: DelegatedJob; readonly withinMs: number },
): Promise<WaitEnd> {
  const isDecided = (one: DelegatedJob): boolean => isOver(one) || notDelivered(one) !== null;
  if (call.flag('wait'))
    return follow(cli, app, job.id, { limitMs: null, isThere: isDecided, onChange: tellChanges(cli, app) });
  if (app.role !== 'owner' || isBehindOthers(app.state, job)) return Promise.resolve('there');
  return follow(cli, app, job.id, { limitMs: withinMs, isThere: (one) => isDecided(one) || isHandedOver(one) });
}

const isHandedOver = (job: DelegatedJob): boolean => openAttempt(job)?.delivery.kind === 'delivered';

const notYet = ({ self }: Pick<Cli, 'self'>, { id: job }: DelegatedJob, withinMs: number): Problem =>
  problem(
    'job.notThereYet',
    'The job {job} is recorded, but its prompt is not there after {seconds} s, and this command goes on with it no longer. Run `{command}`, or open the repository in the editor; `mam job cancel {job}` gives it up.',
    { job, seconds: withinMs / 1000, command: `${self} job wait ${job}` },
  );
