import { isoSeconds } from '../../base/clock.ts';
import { problem } from '../../base/problem.ts';
import type { App } from '../../app/app.ts';
import { attemptFiles } from '../../app/delegation/attemptFiles.ts';
import { placesOf } from '../../app/places.ts';
import { openAttempt } from '../../core/delegation/attempts.ts';
import type { Attempt, DelegatedJob } from '../../core/delegation/types.ts';
import { exit, type Cli } from '../cli.ts';
import { pad, printable } from '../paint.ts';
import { fail } from '../tell.ts';
import type { Call } from '../verb.ts';
import { viewContext } from '../viewContext.ts';
import { isOver } from './follow.ts';
import { jobData } from './jobData.ts';
import { standing, stillAtWork } from './standing.ts';

const idWidth = 16;

/** A job in words: how it stands, whose it is, and what its end left running. */
export function tell(cli: Cli, app: App, job: DelegatedJob): void {
  const { terminal, t } = cli;
  const { state } = app;
  terminal.out(`${terminal.paint.bold(pad(job.id, idWidth))}${printable(standing(cli, app, job))}`);
  const [line = ''] = app.privacy.redact(job.prompt).trimStart().split('\n');
  terminal.out(
    `  ${printable(state.agentSessions[job.session]?.name ?? job.session)}: ${printable(line.slice(0, 100))}`,
  );
  const session = stillAtWork(app, job);
  if (session === null) return;
  const command = `${cli.self} session interrupt ${session}`;
  terminal.out(
    `  ${printable(t('The agent of {session} was not stopped and may still work on it. Break its turn off with: {command}', { session, command }))}`,
  );
}

/** The job as the caller wants to read it. */
export function report(cli: Cli, call: Call, app: App, job: DelegatedJob): void {
  if (call.flag('json')) cli.terminal.out(JSON.stringify(jobData(app, job, isoSeconds(Date.now()))));
  else tell(cli, app, job);
}

/** An attempt in words: its times, its last word, and its files. */
export function attemptLines(cli: Cli, app: App, job: DelegatedJob, attempt: Attempt): readonly string[] {
  const { t } = cli;
  const { clock } = viewContext(cli, app);
  const { delivery, signal, ended, beganAt, startedAt } = attempt;
  const words = [
    t('attempt {attempt}', { attempt: attempt.attempt }),
    t('began {time}', { time: clock(beganAt) }),
    ...(startedAt === null ? [delivery.kind] : [t('started {time}', { time: clock(startedAt) })]),
    ...(signal ? [`${clock(signal.at)} ${signal.kind} ${signal.text}`.trimEnd()] : []),
    ...(ended ? [`${clock(ended.at)} ${ended.status} (${ended.by})`] : []),
  ];
  const files = attemptFiles(placesOf(app.facts).jobs, job.id, attempt.attempt);
  return [
    words.join(', '),
    ...(files.ok ? [`  ${t('Brief')}: ${files.value.brief}`, `  ${t('Report')}: ${files.value.report}`] : []),
  ];
}

/** Says on the side how a job that is waited for stands, whenever that has changed. */
export function tellChanges(cli: Cli, app: App): (job: DelegatedJob) => void {
  let told: string | null = null;
  return (job) => {
    if (isOver(job)) return;
    const now = standing(cli, app, job);
    if (now === told) return;
    told = now;
    cli.terminal.err(`${job.id}  ${printable(now)}`);
  };
}

/** Waiting was broken off by Ctrl-C, and the job was not. */
export function left(cli: Cli, app: App, job: DelegatedJob): number {
  const command = `${cli.self} job wait ${job.id}`;
  return fail(
    cli,
    problem('job.waitLeft', 'The job {job} is not over: {standing}. Wait for it again with `{command}`.', {
      job: job.id,
      standing: standing(cli, app, job),
      command,
    }),
    exit.interrupted,
  );
}

/** Says so where nobody will carry out what a job waits for: a mirror does nothing, and this command ends. */
export function tellUnserved(cli: Cli, app: App, job: DelegatedJob): void {
  const isServed = app.role === 'mirror' && app.owner !== null;
  const delivery = openAttempt(job)?.delivery.kind;
  const waits = job.status === 'pending' || delivery === 'waiting' || delivery === 'sending';
  if (isServed || !waits) return;
  const command = `${cli.self} job wait ${job.id}`;
  cli.terminal.err(
    cli.t('No MAM runs here, so {job} waits. Run {command}, or open the repository in the editor.', {
      job: job.id,
      command,
    }),
  );
}
