import { setTimeout as delay } from 'node:timers/promises';
import { problem, problemData } from '../../base/problem.ts';
import type { App } from '../../app/app.ts';
import type { Job } from '../../core/job/types.ts';
import { jobStatus } from '../../app/views/status.ts';
import { allJobs, clearedWords, entryText, type OwnedJob } from '../../app/views/transcript.ts';
import { exit, type Cli } from '../cli.ts';
import { printable } from '../paint.ts';
import { fail } from '../tell.ts';
import { json, type Verb } from '../verb.ts';
import { viewContext } from '../viewContext.ts';
import { withApp } from '../withApp.ts';

/** How often a lane that runs is looked at, in milliseconds. */
const lookMs = 500;

export const transcript: Verb = {
  name: 'transcript',
  summary: 'Show what a job’s lane said and did, or list the jobs',
  positional: '[JOB]',
  positionals: [0, 1],
  options: {
    json,
    follow: { kind: 'flag', value: '', summary: 'Go on while the lane runs' },
  },
  run: (cli, call) =>
    withApp(cli, { mirrorOnly: true }, async (app) => {
      const [wanted] = call.positionals;
      if (wanted === undefined) return list(cli, app, call.flag('json'));
      const found = allJobs(app.state).filter(({ job }) => job.id.startsWith(wanted));
      const exact = found.find(({ job }) => job.id === wanted) ?? (found.length === 1 ? found[0] : undefined);
      if (exact === undefined) return fail(cli, unknown(wanted, found), exit.usage);
      return show(cli, app, exact.job.id, { asJson: call.flag('json'), follow: call.flag('follow') });
    }),
};

const unknown = (wanted: string, found: readonly OwnedJob[]) =>
  found.length === 0
    ? problem(
        'transcript.unknown',
        'There is no job {job} of a loop. `mam transcript` lists them; of a session’s job `mam job show {job} --report` prints what it handed in.',
        { job: wanted },
      )
    : problem('transcript.ambiguous', '{job} is the beginning of {count} jobs: {jobs}. Give more of it.', {
        job: wanted,
        count: found.length,
        jobs: found.map(({ job }) => job.id).join(', '),
      });

function list(cli: Cli, app: App, asJson: boolean): number {
  const jobs = allJobs(app.state);
  if (asJson)
    cli.terminal.out(
      JSON.stringify({
        jobs: jobs.map(({ task, job }) => ({
          job: job.id,
          task,
          role: job.session,
          agent: job.agent,
          attempt: job.attempt,
          startedAt: job.dispatchedAt,
          outcome: job.ended?.outcome.kind ?? null,
        })),
      }),
    );
  else if (jobs.length === 0) cli.terminal.out(cli.t('No lane has run yet. Start the loop first.'));
  else
    for (const { owner, task, job } of jobs)
      cli.terminal.out(
        printable(
          `${job.id}  ${task ?? '-'}  ${job.session}  ${jobStatus(viewContext(cli, app), app.state, owner, job).text}`,
        ),
      );
  return exit.done;
}

/** The last line of a transcript in JSON: how the job ended, null while it runs, and how many bytes before the entries are left out. */
export const transcriptEnd = (job: string, ended: Job['ended'], skipped: number) => ({
  job,
  outcome: ended?.outcome.kind ?? null,
  problem: ended === undefined || ended.outcome.kind === 'report' ? null : problemData(ended.outcome.problem),
  skipped,
});

async function show(
  cli: Cli,
  app: App,
  job: string,
  { asJson, follow }: { readonly asJson: boolean; readonly follow: boolean },
): Promise<number> {
  const reading = app.transcript(job);
  if (reading === null) return fail(cli, unknown(job, []), exit.usage);
  const context = viewContext(cli, app);
  const leave = new AbortController();
  const release = cli.terminal.onInterrupt(() => leave.abort());
  try {
    for (;;) {
      const { ended, cleared } = allJobs(app.state).find((one) => one.job.id === job)?.job ?? {};
      const entries = await reading.read(ended !== undefined ? 'end' : follow ? 'more' : 'now');
      for (const entry of entries)
        for (const line of (asJson ? JSON.stringify(entry) : printable(entryText(context, entry))).split('\n'))
          cli.terminal.out(line);
      if (cleared && entries.length === 0) cli.terminal.err(clearedWords(context));
      if (ended !== undefined || !follow) {
        if (asJson) cli.terminal.out(JSON.stringify(transcriptEnd(job, ended, reading.skipped())));
        else if (ended !== undefined && ended.outcome.kind !== 'report')
          cli.terminal.out(printable(cli.t(ended.outcome.problem.text, ended.outcome.problem.params)));
        return exit.done;
      }
      await delay(lookMs, undefined, { signal: leave.signal }).catch(() => undefined);
      if (leave.signal.aborted) return exit.interrupted;
    }
  } finally {
    release();
  }
}
