import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import type { App } from '../../app/app.ts';
import type { DelegatedJob } from '../../core/delegation/types.ts';
import { exit, type Cli } from '../cli.ts';
import { needPerson } from '../needPerson.ts';
import { exitOf } from '../session/exitOf.ts';
import { fail } from '../tell.ts';
import type { Call } from '../verb.ts';
import { withApp } from '../withApp.ts';
import { report, tellUnserved } from './report.ts';
import { stillAtWork } from './standing.ts';

export const cancelJob = (cli: Cli, call: Call): Promise<number> =>
  change(cli, call, 'cancel', (app, job) => app.delegation.cancel(job, call.text('reason') ?? '', cli.actor));

export const retryJob = (cli: Cli, call: Call): Promise<number> =>
  change(cli, call, 'retry', (app, job) => app.delegation.retry(job, cli.actor));

/** A person says that it is done; with `--failed`, that it came to nothing. */
export const endJob = (cli: Cli, call: Call): Promise<number> =>
  change(cli, call, 'done', (app, job) =>
    app.delegation.end(job, call.flag('failed') ? 'error' : 'completed', call.text('reason') ?? '', cli.actor),
  );

/** Does what a person decided about a job. What follows is carried out by whoever owns the repository, now or next. */
export async function change(
  cli: Cli,
  call: Call,
  action: string,
  work: (app: App, job: string) => Promise<Result<DelegatedJob, Problem>>,
): Promise<number> {
  const refused = needPerson(cli, `job ${action}`);
  if (refused) return fail(cli, refused, exit.blocked);
  return withApp(cli, { mirrorOnly: true }, async (app) => {
    const done = await work(app, call.positionals[1] ?? '');
    if (!done.ok) return fail(cli, done.error, exitOf(done.error));
    const session = call.flag('interrupt') ? stillAtWork(app, done.value) : null;
    const broken = session === null ? null : await app.agentSessions.interrupt(session, cli.actor);
    report(cli, call, app, done.value);
    tellUnserved(cli, app, done.value);
    return broken === null || broken.ok ? exit.done : fail(cli, broken.error, exitOf(broken.error));
  });
}
