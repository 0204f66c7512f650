import { isoSeconds } from '../../base/clock.ts';
import { problem, type Problem } from '../../base/problem.ts';
import type { App } from '../../app/app.ts';
import type { DelegatedJob } from '../../core/delegation/types.ts';
import { missingFor } from '../../core/delegation/completion.ts';
import { exit, type Cli } from '../cli.ts';
import { printable } from '../paint.ts';
import { sessionEffects } from '../session/effects.ts';
import { exitOf } from '../session/exitOf.ts';
import { isWatched, tellUnwatched } from '../session/watched.ts';
import { fail } from '../tell.ts';
import type { Call } from '../verb.ts';
import { withApp } from '../withApp.ts';
import { follow, isOver, notDelivered } from './follow.ts';
import { jobData } from './jobData.ts';
import { attemptLines, left, report, tell, tellChanges } from './report.ts';
import { needsPerson, standing } from './standing.ts';
import { readReport } from './readReport.ts';
import { millisecondsOf } from './seconds.ts';

/** Those of a session with `--session`, oldest first; `--open` leaves out what is over. */
export const listJobs = (cli: Cli, call: Call): Promise<number> =>
  withApp(cli, { mirrorOnly: true }, async (app) => {
    await app.lookOnce();
    const meant = call.text('agent-session');
    const found = meant === null ? null : app.agentSessions.find(meant);
    if (found && !found.ok) return fail(cli, found.error, exitOf(found.error));
    const jobs = Object.values(app.state.delegations).filter(
      (job) => (found === null || job.session === found.value.id) && !(call.flag('open') && isOver(job)),
    );
    if (call.flag('json'))
      cli.terminal.out(
        JSON.stringify({ jobs: jobs.map((job) => jobData(app, job, isoSeconds(Date.now()))), watched: isWatched(app) }),
      );
    else if (jobs.length === 0)
      cli.terminal.out(
        cli.t('There is no job. Hand one in: {command}', { command: 'mam submit --agent-session S --prompt TEXT' }),
      );
    else {
      for (const job of jobs) tell(cli, app, job);
      tellUnwatched(cli, app, { jobs: jobs.map(({ id }) => id) });
    }
    return exit.done;
  });

export const showJob = (cli: Cli, call: Call): Promise<number> =>
  withApp(cli, { mirrorOnly: true }, async (app) => {
    await app.lookOnce();
    const found = app.delegation.find(call.positionals[1] ?? '');
    if (!found.ok) return fail(cli, found.error, exitOf(found.error));
    const job = found.value;
    if (call.flag('report')) return readReport(cli, app, job);
    if (call.flag('json')) {
      cli.terminal.out(JSON.stringify({ ...jobData(app, job, isoSeconds(Date.now())), watched: isWatched(app) }));
      return exit.done;
    }
    tell(cli, app, job);
    const missing = missingFor(app.state, job, { at: isoSeconds(Date.now()), awakeMs: app.awakeMs() });
    if (missing.length > 0) cli.terminal.out(`  ${cli.t('Still missing for it to count as done:')}`);
    for (const one of missing) cli.terminal.out(`  - ${printable(cli.t(one.text, one.params))}`);
    for (const attempt of job.attempts)
      for (const line of attemptLines(cli, app, job, attempt)) cli.terminal.out(`  ${printable(line)}`);
    tellUnwatched(cli, app, { jobs: [job.id] });
    return exit.done;
  });

/** Stays until a job is over, and does meanwhile what its owner would. */
export async function waitJob(cli: Cli, call: Call): Promise<number> {
  const limit = millisecondsOf(call, 'timeout', null);
  if (!limit.ok) return fail(cli, limit.error, exit.usage);
  return withApp(cli, { effects: sessionEffects }, async (app) => {
    const found = app.delegation.find(call.positionals[1] ?? '');
    if (!found.ok) return fail(cli, found.error, exitOf(found.error));
    const { id } = found.value;
    const ended = await follow(cli, app, id, {
      limitMs: limit.value,
      isThere: (one) =>
        isOver(one) || notDelivered(one) !== null || (call.flag('until-needs-you') && needsPerson(app, one)),
      onChange: tellChanges(cli, app),
    });
    const job = app.state.delegations[id] ?? found.value;
    report(cli, call, app, job);
    const lost = notDelivered(job);
    if (lost) return fail(cli, lost, exit.blocked);
    if (ended === 'interrupted') return left(cli, app, job);
    if (!isOver(job)) return fail(cli, stillOpen(cli, app, job), exit.blocked);
    return job.status === 'completed' ? exit.done : exit.blocked;
  });
}

/** How it stands where nobody waits for it any longer: it may go on, or need somebody. */
const stillOpen = (cli: Cli, app: App, job: DelegatedJob): Problem =>
  problem('job.stillOpen', 'The job {job} is not over: {standing}.', {
    job: job.id,
    standing: standing(cli, app, job),
  });
