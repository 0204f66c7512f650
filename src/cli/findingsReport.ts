import { plainMarkdown } from '../base/plainMarkdown.ts';
import { markdownSentence } from '../app/projections/facts.ts';
import { fill, problemData, type Problem, type Translate } from '../base/problem.ts';
import type { Result } from '../base/result.ts';
import type { Look } from '../host/openLook.ts';
import { exit, type Cli } from './cli.ts';
import { lookHere } from './lookHere.ts';
import { printable } from './paint.ts';
import { reportPath, saveReport } from './reportFile.ts';
import { fail, words } from './tell.ts';
import { json, type Call, type OptionSpec } from './verb.ts';

/** What facts are called, in the reader's language. */
const factNames = (t: Translate) => ({
  task: t('Task'),
  plan: t('Plan'),
  notes: t('Hand-over notes'),
  branch: t('Branch'),
  issue: t('Issue'),
  claims: t('Claimed files'),
  files: t('Changed files'),
  surface: t('Surface'),
  additional: t('Further surfaces'),
  confidence: t('Confidence'),
  reviewer: t('Reviewer'),
  decision: t('Decision'),
  text: t('Text'),
  validation: t('Validation'),
  overlap: t('Overlap'),
  checks: t('Checks'),
  proven: t('May be claimed with what was measured'),
  never: t('May not be claimed'),
});

/** How checks end, in the reader's language. */
const knownValues = (t: Translate): Readonly<Record<string, string>> => ({
  blocked: t('blocked'),
  warn: t('with warnings'),
  clear: t('nothing in the way'),
  'not-run': t('not run'),
  'auto-pass': t('nobody has to look (auto-pass)'),
  'human-review-required': t('a person has to look (human-review-required)'),
});

type FactName = keyof ReturnType<typeof factNames>;

/** What a look found: facts, and findings that have to be mended. */
export interface FindingsReport {
  /** Heading of the report that is written. */
  readonly title: string;
  /** In the order in which they are shown. */
  readonly facts: readonly { readonly name: FactName; readonly value: string }[];
  readonly findings: readonly { readonly severity?: string; readonly problem: Problem }[];
  /** What is worth knowing and has not to be mended: it is shown, and changes no exit code. */
  readonly warnings?: readonly Problem[];
  /** The same for programs; findings and warnings are added. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Options of every verb that shows such a report. */
export const reportOptions = {
  out: { kind: 'text', value: 'FILE', summary: 'Write the report there, below reports/agent_loop' },
  json,
} as const satisfies Readonly<Record<string, OptionSpec>>;

/**
 * Looks, writes the report where `--out` says, and shows it. Exit code 0 without findings and 1 with any; wrong usage is
 * 2, and a look that could not be made is 1.
 */
export async function runReport(
  cli: Cli,
  call: Call,
  gather: (look: Look) => Promise<Result<FindingsReport, Problem>>,
): Promise<number> {
  const look = await lookHere(cli);
  if (!look.ok) return fail(cli, look.error, exit.blocked);
  const { facts, privacy } = look.value;
  const out = call.text('out');
  const path = out === null ? null : reportPath(facts.controlRoot, cli.cwd, out);
  if (path && !path.ok) return fail(cli, path.error, exit.usage);
  const report = await gather(look.value);
  if (!report.ok) return fail(cli, report.error, report.error.code.startsWith('cli.') ? exit.usage : exit.blocked);
  if (path) {
    const failed = await saveReport(cli, facts, path.value, reportMarkdown(report.value), privacy);
    if (failed !== null) return failed;
  }
  if (call.flag('json'))
    cli.terminal.out(
      JSON.stringify(
        privacy.redactValue({
          ...report.value.data,
          findings: report.value.findings.map(findingData),
          ...(report.value.warnings
            ? { warnings: report.value.warnings.map((problem) => findingData({ problem })) }
            : {}),
        }),
      ),
    );
  else show(cli, report.value);
  return report.value.findings.length > 0 ? exit.blocked : exit.done;
}

const findingData = ({ severity, problem }: FindingsReport['findings'][number]) => ({
  ...(severity === undefined ? {} : { severity }),
  ...problemData(problem),
});

function show(cli: Cli, { facts, findings, warnings = [] }: FindingsReport): void {
  const { terminal, t } = cli;
  const [names, known] = [factNames(t), knownValues(t)];
  for (const { name, value } of facts)
    terminal.out(
      `${names[name]}: ${printable(name === 'overlap' || name === 'decision' ? (known[value] ?? value) : value)}`,
    );
  for (const { severity, problem } of findings)
    terminal.out(`  - ${severity === undefined ? '' : `${severity}: `}${words(cli, problem)} [${problem.code}]`);
  if (findings.length === 0) terminal.out(terminal.paint.good(t('Nothing has to be mended.')));
  if (warnings.length > 0) terminal.out(t('Warnings:'));
  for (const one of warnings) terminal.out(`  - ${words(cli, one)} [${one.code}]`);
}

/** The report as Markdown, in English like every contract file. */
function reportMarkdown({ title, facts, findings, warnings }: FindingsReport): string {
  const names = factNames(fill);
  const rowOf = ({ severity, problem }: FindingsReport['findings'][number]): string =>
    `- ${severity === undefined ? '' : `${severity}: `}${markdownSentence(problem)} [${problem.code}]`;
  const listed = (rows: readonly string[]): string => (rows.length === 0 ? '- None' : rows.join('\n'));
  return `${[
    `# ${title}`,
    facts.map(({ name, value }) => `- ${names[name]}: ${plainMarkdown(value)}`).join('\n'),
    `## Findings\n\n${listed(findings.map(rowOf))}`,
    ...(warnings ? [`## Warnings\n\n${listed(warnings.map((problem) => rowOf({ problem })))}`] : []),
  ].join('\n\n')}\n`;
}
