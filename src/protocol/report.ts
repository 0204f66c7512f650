import { problem, type Problem } from '../base/problem.ts';
import type { Finding, Identity, VerdictWord } from '../core/review/types.ts';
import { fencedLines, type MarkdownLine } from '../base/fencedLines.ts';
import { recomputed } from '../core/review/recompute.ts';
import { readFinding } from './finding.ts';

export interface ParsedReport {
  /** Null when the report has no legal verdict. As strict as the gravest of its findings. */
  readonly word: VerdictWord | null;
  /** What its last line says, whatever was found. */
  readonly said: VerdictWord | null;
  readonly problem: Problem | null;
  /** The text without its verdict line. */
  readonly summary: string;
  readonly findings: readonly Finding[];
}

const verdicts: ReadonlyMap<string, VerdictWord> = new Map([
  ['[VERDICT: PASS]', 'pass'],
  ['[VERDICT: NOT PASS]', 'not-pass'],
]);
/** Counted with any decoration: a second, emphasised verdict is still a second opinion. */
const anyVerdict = /^[\s*_`#+-]*\[VERDICT:[^\]]*\][\s*_`.]*$/i;
const headLine = /^[-*+_\s]*head[*_\s]*[:=][*_\s]*`?([0-9a-f]{7,64})`?[*_.\s]*$/i;

interface ReportProblem {
  /** 1-based line. */
  readonly line: number;
  readonly problem: Problem;
}

/**
 * Reads a reviewer's report. The one grammar of verdicts: the last non-blank line, outside quotes and fences, is exactly
 * `[VERDICT: PASS]` or `[VERDICT: NOT PASS]`. A second verdict, or a head that isn't the one under review, makes it none.
 * Findings are lines `- [blocker] path:line - text`; a blocker beside PASS makes the verdict NOT PASS.
 */
export function parseReport(text: string, identity: Identity | null): ParsedReport {
  const report = linesOf(text);
  const { own, last } = report;
  const findings = own.flatMap(findingsIn);
  const [fault] = faultsOf(report, identity?.head ?? null);
  const word = wordOf(report);
  if (fault !== undefined || word === undefined)
    return { word: null, said: null, problem: fault?.problem ?? missing(), summary: text.trim(), findings };
  const summary = report.lines
    .filter((line) => line !== last)
    .map((line) => line.text)
    .join('\n')
    .trim();
  return { word: recomputed(word, findings), said: word, problem: null, summary, findings };
}

/**
 * What keeps a report from giving its verdict, where it stands; with a verdict, whether it counts for less than it says.
 * `head` is the commit under review, or null where nobody knows it.
 */
export function checkReport(text: string, head: string | null): readonly ReportProblem[] {
  const report = linesOf(text);
  const faults = faultsOf(report, head);
  if (faults.length > 0 || wordOf(report) !== 'pass') return faults;
  const blocker = report.own.find((line) => findingsIn(line).some(isBlocker));
  return blocker === undefined
    ? []
    : [
        {
          line: report.last?.number ?? 1,
          problem: problem(
            'verdict.blocked',
            'Line {line} names a blocker, so this verdict counts as NOT PASS. Take the blocker back, or write [VERDICT: NOT PASS].',
            { line: blocker.number },
          ),
        },
      ];
}

/** The verdict of a report by itself, whatever commit it is about; null when it has no legal one. */
export function verdictOf(text: string): VerdictWord | null {
  const report = linesOf(text);
  const word = wordOf(report);
  if (word === undefined || faultsOf(report, null).length > 0) return null;
  return recomputed(word, report.own.flatMap(findingsIn));
}

/** Whether a text holds anything that is meant as a verdict. */
export const speaksOfVerdict = (text: string): boolean => linesOf(text).own.some((line) => anyVerdict.test(line.text));

interface ReportLines {
  readonly lines: readonly MarkdownLine[];
  /** Outside quotes and fences. */
  readonly own: readonly MarkdownLine[];
  readonly last: MarkdownLine | undefined;
}

function linesOf(text: string): ReportLines {
  const lines = fencedLines(text);
  return {
    lines,
    own: lines.filter((line) => !line.fenced && !line.text.trimStart().startsWith('>')),
    last: lines.findLast((line) => line.text.trim() !== ''),
  };
}

const wordOf = ({ own, last }: ReportLines): VerdictWord | undefined =>
  last !== undefined && own.includes(last) ? verdicts.get(last.text.trimEnd()) : undefined;

const findingsIn = ({ text }: MarkdownLine): readonly Finding[] => {
  const finding = readFinding(text);
  return finding ? [finding] : [];
};

const isBlocker = (finding: Finding): boolean => finding.severity === 'blocker';

const missing = (): Problem =>
  problem(
    'verdict.missing',
    'The last line of the report is no verdict. It must be exactly [VERDICT: PASS] or [VERDICT: NOT PASS].',
  );

/** Why there is no verdict, the first reason first: of several verdict lines each but the last is one. */
function faultsOf(report: ReportLines, expected: string | null): readonly ReportProblem[] {
  const { own, last } = report;
  if (!last) return [{ line: 1, problem: problem('verdict.empty', 'The report is empty.') }];
  const spoken = own.filter((line) => anyVerdict.test(line.text));
  const several = problem(
    'verdict.several',
    'The report has {count} verdict lines; exactly one must be the last line.',
    { count: spoken.length },
  );
  if (spoken.length > 1) return spoken.slice(0, -1).map((line) => ({ line: line.number, problem: several }));
  if (wordOf(report) === undefined) return [{ line: last.number, problem: missing() }];
  if (expected === null) return [];
  return own.flatMap(({ text, number: line }) => {
    const head = headLine.exec(text)?.[1]?.toLowerCase();
    if (head === undefined || expected.startsWith(head)) return [];
    return [
      {
        line,
        problem: problem('verdict.otherHead', 'The report is about {head}, not about {expected}.', {
          head,
          expected: expected.slice(0, 12),
        }),
      },
    ];
  });
}
