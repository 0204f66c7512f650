import { readFile } from 'node:fs/promises';
import type { App } from '../../app/app.ts';
import { attemptFiles } from '../../app/delegation/attemptFiles.ts';
import { placesOf } from '../../app/places.ts';
import { problem, type Problem } from '../../base/problem.ts';
import type { DelegatedJob } from '../../core/delegation/types.ts';
import { exit, type Cli } from '../cli.ts';
import { printable } from '../paint.ts';
import { fail } from '../tell.ts';

/** Prints what the agent handed in last, as it stands in its file. */
export async function readReport(cli: Cli, app: App, job: DelegatedJob): Promise<number> {
  for (const { attempt } of job.attempts.toReversed()) {
    const files = attemptFiles(placesOf(app.facts).jobs, job.id, attempt);
    const text = files.ok ? await readFile(files.value.report, 'utf8').catch(() => null) : null;
    if (text === null) continue;
    for (const line of text.trimEnd().split('\n')) cli.terminal.out(printable(line));
    return exit.done;
  }
  return fail(cli, noReport(job), exit.blocked);
}

const noReport = ({ id: job }: DelegatedJob): Problem =>
  problem('job.noReport', 'There is no report of {job}. `mam job show {job}` says how it stands.', { job });
