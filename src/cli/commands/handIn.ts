import { join } from 'node:path';
import { problem } from '../../base/problem.ts';
import type { App } from '../../app/app.ts';
import { placesOf } from '../../app/places.ts';
import { awaitedReports } from '../../app/views/awaitedReports.ts';
import { exit, type Cli } from '../cli.ts';
import { readInputFile } from '../inputFile.ts';
import { needPerson } from '../needPerson.ts';
import { fail } from '../tell.ts';
import { json, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

export const handIn: Verb = {
  name: 'hand-in',
  summary: 'List the jobs that wait for a person’s report, or hand one in',
  positional: '[JOB [FILE]]',
  positionals: [0, 2],
  options: { json },
  run: async (cli, call) => {
    const [job, file] = call.positionals;
    if (job === undefined) return withApp(cli, { mirrorOnly: true }, async (app) => list(cli, app, call.flag('json')));
    const refused = needPerson(cli, 'hand-in');
    if (refused) return fail(cli, refused, exit.blocked);
    return withApp(cli, { mirrorOnly: true }, async (app) => {
      const { controlRoot, sourceRoot } = app.facts;
      const path = file ?? join(placesOf(app.facts).jobs, job, 'hand-in.md');
      const text = await readInputFile([controlRoot, sourceRoot], cli.cwd, 'FILE', path);
      if (!text.ok) return fail(cli, text.error, exit.usage);
      if (text.value === null)
        return fail(
          cli,
          problem('handin.noFile', 'There is no file {path}. Write the report there, or name another file.', { path }),
          exit.usage,
        );
      const done = await app.handIn(job, text.value, cli.actor);
      if (!done.ok) return fail(cli, done.error, exit.blocked);
      if (call.flag('json')) cli.terminal.out(JSON.stringify({ job, file: path, handedIn: true }));
      else cli.terminal.out(cli.t('The report of {job} is handed in.', { job }));
      return exit.done;
    });
  },
};

function list(cli: Cli, app: App, asJson: boolean): number {
  const { jobs } = placesOf(app.facts);
  const waiting = awaitedReports(app.state).map(({ run, job }) => ({
    job: job.id,
    task: run.task.id,
    role: job.session,
    kind: job.kind,
    worktree: app.state.worktrees[job.worktree]?.path ?? null,
    brief: join(jobs, job.id, 'brief.md'),
    report: join(jobs, job.id, 'hand-in.md'),
  }));
  if (asJson) cli.terminal.out(JSON.stringify({ waiting }));
  else if (waiting.length === 0) cli.terminal.out(cli.t('No job waits for a person’s report.'));
  else
    for (const one of waiting)
      for (const line of [
        `${one.job}  ${one.task}  ${one.role}`,
        `  ${cli.t('Brief')}: ${one.brief}`,
        `  ${cli.t('Worktree')}: ${one.worktree ?? '-'}`,
        `  ${cli.t('Report')}: ${one.report}`,
      ])
        cli.terminal.out(line);
  return exit.done;
}
