import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { App } from '../../app/app.ts';
import type { OverlapCheck } from '../../app/overlap/check.ts';
import { overlapData, overlapMarkdown } from '../../app/projections/overlapPreflight.ts';
import { branchNameProblem } from '../../core/branch/branchName.ts';
import { issueOf, parseIssue } from '../../core/branch/issue.ts';
import { isIntegrationBranch } from '../../core/loop/names.ts';
import { exit, type Cli } from '../cli.ts';
import { readPathList } from '../pathList.ts';
import { reportPath, saveReport } from '../reportFile.ts';
import { fail, words } from '../tell.ts';
import { json, type Call, type Verb } from '../verb.ts';
import { withApp } from '../withApp.ts';

export const overlapPreflight: Verb = {
  name: 'overlap-preflight',
  summary: 'Say who else works on an issue or its branch',
  positional: '[PATH…]',
  positionals: [0, 10_000],
  options: {
    issue: { kind: 'text', value: 'N', summary: 'The issue; otherwise the one that the branch names' },
    branch: { kind: 'text', value: 'NAME', summary: 'The branch for it; otherwise the one that is checked out' },
    paths: {
      kind: 'texts',
      value: 'PATH,…',
      summary: 'Files that are to be changed; load-bearing ones are looked for elsewhere',
    },
    out: { kind: 'text', value: 'FILE', summary: 'Write the report there, below reports/agent_loop' },
    'json-out': { kind: 'text', value: 'FILE', summary: 'Write it there as JSON' },
    json,
  },
  run: async (cli, call) => {
    const named = readNamed(call);
    if (!named.ok) return fail(cli, named.error, exit.usage);
    return withApp(cli, { mirrorOnly: true }, async (app) => {
      const about = aboutOf(named.value, app.facts.branch);
      return about.ok ? look(cli, call, app, about.value) : fail(cli, about.error, exit.usage);
    });
  },
};

interface Named {
  readonly issue: string | null;
  readonly branch: string | null;
}

function readNamed(call: Call): Result<Named, Problem> {
  const [issue, branch] = [call.text('issue'), call.text('branch')];
  const number = issue === null ? null : parseIssue(issue);
  if (issue !== null && number === null)
    return err(problem('cli.badIssue', '{issue} is no issue number. Write it as 12 or #12.', { issue }));
  const unfit = branch === null ? null : branchNameProblem(branch);
  return unfit ? err(unfit) : ok({ issue: number, branch });
}

/**
 * What the preflight is about. A branch that has to be guessed is the one that is checked out, if it is for the issue or
 * MAM’s own, which names none; before work begins there is no such branch, and both have to be named.
 */
function aboutOf(
  named: Named,
  current: string | null,
): Result<{ readonly issue: string; readonly branch: string }, Problem> {
  const branch = named.branch ?? current;
  const found = branch === null ? null : issueOf(branch);
  const issue = named.issue ?? found;
  const fits = named.branch !== null || (branch !== null && (found === issue || isIntegrationBranch(branch)));
  if (issue !== null && branch !== null && fits) return ok({ issue, branch });
  return err(
    problem(
      'cli.overlapAbout',
      'Name issue and branch: mam overlap-preflight --issue 12 --branch feat/issue-12-words.',
    ),
  );
}

async function look(
  cli: Cli,
  call: Call,
  app: App,
  about: { readonly issue: string; readonly branch: string },
): Promise<number> {
  const { controlRoot, sourceRoot } = app.facts;
  const places: { readonly path: string; readonly render: (check: OverlapCheck) => string }[] = [];
  for (const [option, render] of [
    ['out', (check: OverlapCheck) => overlapMarkdown(check, app.privacy)],
    ['json-out', (check: OverlapCheck) => `${JSON.stringify(overlapData(check, app.privacy), null, 2)}\n`],
  ] as const) {
    const given = call.text(option);
    if (given === null) continue;
    const path = reportPath(controlRoot, cli.cwd, given, `--${option}`);
    if (!path.ok) return fail(cli, path.error, exit.usage);
    places.push({ path: path.value, render });
  }
  const paths = readPathList([...call.texts('paths'), ...call.positionals].join('\n'), sourceRoot, '--paths');
  if (!paths.ok) return fail(cli, paths.error, exit.usage);
  const check = await app.checkOverlap({ ...about, paths: paths.value });
  for (const { path, render } of places) {
    const failed = await saveReport(cli, app.facts, path, render(check), app.privacy);
    if (failed !== null) return failed;
  }
  if (call.flag('json')) cli.terminal.out(JSON.stringify(overlapData(check, app.privacy)));
  else show(cli, check);
  return check.report.result === 'blocked' ? exit.blocked : exit.done;
}

function show(cli: Cli, { report }: OverlapCheck): void {
  const { terminal, t } = cli;
  const headline = {
    blocked: () => terminal.paint.bad(t('Something is in the way.')),
    warn: () => terminal.paint.good(t('Nothing is in the way; look at the warnings.')),
    clear: () => terminal.paint.good(t('Nothing is in the way.')),
  }[report.result];
  terminal.out(headline());
  for (const one of [...report.blockers, ...report.warnings, ...report.evidence])
    terminal.out(`  - ${words(cli, one)} [${one.code}]`);
}
