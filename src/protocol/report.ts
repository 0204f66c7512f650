import { problem, type Problem } from '../base/problem.ts';
import type { Finding, Identity, VerdictWord } from '../core/review/types.ts';
import { fencedLines } from './markdown.ts';

export interface ParsedReport {
  /** Null when the report has no legal verdict. */
  readonly word: VerdictWord | null;
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
const findingLine =
  /^(?:(?:[-*+]|\d{1,3}[.)])\s+)?[*_`]*\[(blocker|major|minor)\][*_`:]*(?:\s+(?:`?([^\s`:]+)(?::(\d{1,9})(?:[-:]\d+)*)?`?(?::(\d{1,9}))?\s+[-–—]\s+)?(.*))?$/is;
const headLine = /^[-*+_\s]*head[*_\s]*[:=][*_\s]*`?([0-9a-f]{7,64})`?[*_.\s]*$/i;

/**
 * Reads a reviewer's report. The one grammar of verdicts: the last non-blank line, outside quotes and fences, is exactly
 * `[VERDICT: PASS]` or `[VERDICT: NOT PASS]`. A second verdict, or a head that isn't the one under review, makes it none.
 * Findings are lines `- [blocker] path:line - text`; a blocker beside PASS makes the verdict NOT PASS.
 */
export function parseReport(text: string, identity: Identity): ParsedReport {
  const lines = fencedLines(text);
  const last = lines.findLast((line) => line.text.trim() !== '');
  const own = lines.filter((line) => !line.fenced && !line.text.trimStart().startsWith('>'));
  const summary = lines
    .filter((line) => line !== last)
    .map((line) => line.text)
    .join('\n')
    .trim();
  const findings = own.flatMap((line) => readFinding(line.text.trim()));
  const none = (reason: Problem): ParsedReport => ({ word: null, problem: reason, summary: text.trim(), findings });

  if (!last) return none(problem('verdict.empty', 'The report is empty.'));
  const word = own.includes(last) ? verdicts.get(last.text.trimEnd()) : undefined;
  const count = own.filter((line) => anyVerdict.test(line.text)).length;
  if (count > 1)
    return none(
      problem('verdict.several', 'The report has {count} verdict lines; exactly one must be the last line.', { count }),
    );
  if (word === undefined)
    return none(
      problem(
        'verdict.missing',
        'The last line of the report is no verdict. It must be exactly [VERDICT: PASS] or [VERDICT: NOT PASS].',
      ),
    );
  const head = own
    .flatMap((line) => headLine.exec(line.text)?.[1]?.toLowerCase() ?? [])
    .find((one) => !identity.head.startsWith(one));
  if (head !== undefined)
    return none(
      problem('verdict.otherHead', 'The report is about {head}, not about {expected}.', {
        head,
        expected: identity.head.slice(0, 12),
      }),
    );
  const stricter = word === 'pass' && findings.some((finding) => finding.severity === 'blocker') ? 'not-pass' : word;
  return { word: stricter, problem: null, summary, findings };
}

function readFinding(line: string): readonly Finding[] {
  const match = findingLine.exec(line);
  const severity = match?.[1]?.toLowerCase();
  if (!match || (severity !== 'blocker' && severity !== 'major' && severity !== 'minor')) return [];
  const [, , file, inside, behind, text = ''] = match;
  const at = inside ?? behind;
  return [{ severity, ...(file ? { file } : {}), ...(at ? { line: Number(at) } : {}), text }];
}
