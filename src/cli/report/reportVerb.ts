import { relative } from 'node:path';
import type { ReportFacts } from '../../app/reports/facts.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { parseIssue } from '../../core/branch/issue.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import { openFollowUps } from '../../core/ship/openFollowUps.ts';
import { exit, type Cli } from '../cli.ts';
import { issueOption } from '../issueOption.ts';
import { readInput } from '../fileFlags.ts';
import { printable } from '../paint.ts';
import { reportPath, saveReport } from '../reportFile.ts';
import { fail } from '../tell.ts';
import { readTickOptions } from '../tickOptions.ts';
import { readTickRequest } from '../tickRequest.ts';
import { json, type Call, type OptionSpec, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

/** What a report verb shows of a change. */
interface Shown {
  /** The report as it is written. */
  readonly text: string;
  /** The same for programs. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Whether the exit code is 1. */
  readonly blocked?: boolean;
}

interface ReportVerb<Choice> {
  readonly name: string;
  readonly summary: string;
  readonly options?: Readonly<Record<string, OptionSpec>>;
  /** What the verb's own options say; a problem is wrong usage. */
  readonly choose?: (call: Call) => Result<Choice, Problem>;
  readonly show: (facts: ReportFacts, about: { readonly choice: Choice | null; readonly privacy: Privacy }) => Shown;
}

/** The change that a report is about; the same for all of them. */
const changeOptions = {
  task: { kind: 'text', value: 'T', summary: 'The task; otherwise the one that the branch names' },
  issue: issueOption,
  branch: { kind: 'text', value: 'NAME', summary: 'The branch; otherwise the one that is checked out' },
  'changed-files': { kind: 'text', value: 'FILE', summary: 'A file that lists the changed files' },
  'from-git': { kind: 'flag', value: '', summary: 'Count the uncommitted changes of this checkout as changed files' },
  pr: { kind: 'text', value: 'N', summary: 'Count the files of a pull request as changed files; needs the forge' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

export const claimOption: OptionSpec = { kind: 'text', value: 'FILE', summary: 'What is claimed about the change' };

/** A verb that looks at a change and shows one report about it. It changes nothing but the file that `--out` names. */
export const reportVerb = <Choice>(report: ReportVerb<Choice>): Verb => ({
  name: report.name,
  summary: report.summary,
  positional: '',
  positionals: [0, 0],
  options: {
    ...changeOptions,
    ...report.options,
    out: { kind: 'text', value: 'FILE', summary: 'Write the report there, below reports/agent_loop' },
    json,
  },
  run: async (cli, call) => {
    const options = readTickOptions(call);
    if (!options.ok) return fail(cli, options.error, exit.usage);
    const pr = call.text('pr');
    if (pr !== null && parseIssue(pr) === null)
      return fail(
        cli,
        problem('cli.badPullRequest', '{pr} is no pull request. Write its number: --pr 12.', { pr }),
        exit.usage,
      );
    const choice = report.choose?.(call) ?? ok(null);
    if (!choice.ok) return fail(cli, choice.error, exit.usage);
    return withApp(cli, { mirrorOnly: true }, async (app) => {
      const { controlRoot } = app.facts;
      const out = call.text('out');
      const place = out === null ? null : reportPath(controlRoot, cli.cwd, out);
      if (place && !place.ok) return fail(cli, place.error, exit.usage);
      const request = await readTickRequest(cli, withBody(call), options.value, app.facts);
      if (!request.ok) return fail(cli, request.error, exit.usage);
      const followUps = await readInput(cli, app, '--review-followups', call.text('review-followups'));
      if (!followUps.ok) return fail(cli, followUps.error, exit.usage);
      const facts = await app.report({
        ...request.value,
        pullRequest: pr === null ? null : parseIssue(pr),
        reviewFollowups: openFollowUps(followUps.value ?? '') > 0,
        uncommitted: pr === null,
      });
      if (!facts.ok) return fail(cli, facts.error, exit.blocked);
      const { privacy } = app;
      const shown = report.show(facts.value, { choice: choice.value, privacy });
      if (place) {
        const failed = await saveReport(cli, app.facts, place.value, shown.text, privacy);
        if (failed !== null) return failed;
      }
      if (call.flag('json'))
        cli.terminal.out(JSON.stringify(privacy.redactValue({ ...aboutOf(facts.value), ...shown.data })));
      else if (place === null) print(cli, shown.text, privacy);
      else cli.terminal.out(cli.t('The report is in {file}.', { file: relative(cli.cwd, place.value) }));
      return shown.blocked === true ? exit.blocked : exit.done;
    });
  },
});

/** What any report is about, for programs. */
const aboutOf = ({ task, issue, branch, files }: ReportFacts) => ({ task, issue, branch, files });

/** The text of the pull request is `--body` here and `--pr-body` in a tick. */
const withBody = (call: Call): Call => ({ ...call, text: (name) => call.text(name === 'pr-body' ? 'body' : name) });

function print(cli: Cli, text: string, privacy: Privacy): void {
  for (const line of privacy.redact(text).trimEnd().split('\n')) cli.terminal.out(printable(line));
}
