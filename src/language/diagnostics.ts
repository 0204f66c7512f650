import type { TextDocument } from 'vscode-languageserver-textdocument';
import { DiagnosticSeverity, type Diagnostic } from 'vscode-languageserver/node';
import type { Problem } from '../base/problem.ts';
import type { Queue } from '../protocol/queue.ts';
import { lineRange } from './lines.ts';
import { t } from './translate.ts';

/** Where a problem is, as the parsers say it: 1-based. */
interface Located {
  readonly line: number;
  readonly problem: Problem;
}

/** What makes a task, its commands or a verdict invisible; with everything else the text is read, if not as it was meant. */
const errors: ReadonlySet<string> = new Set([
  'queue.badHeading',
  'queue.duplicateId',
  'queue.unclosedFence',
  'queue.secretCheck',
  'verdict.empty',
  'verdict.missing',
  'verdict.several',
  'verdict.otherHead',
]);
/** What works as it stands and will be asked, or what only counts for nothing. */
const information: ReadonlySet<string> = new Set([
  'queue.noClaims',
  'queue.lateField',
  'queue.fieldTwice',
  'plan.unknownTask',
  'report.noManifest',
]);
/** What is no fault of anybody. */
const hints: ReadonlySet<string> = new Set(['ledger.generated']);

function severityOf(code: string): DiagnosticSeverity {
  if (errors.has(code)) return DiagnosticSeverity.Error;
  if (information.has(code)) return DiagnosticSeverity.Information;
  return hints.has(code) ? DiagnosticSeverity.Hint : DiagnosticSeverity.Warning;
}

/** Each problem over the heading, bullet, fence or line that it is about. */
export const diagnosticsOf = (document: TextDocument, problems: readonly Located[]): Diagnostic[] =>
  problems.map(({ line, problem }) => ({
    range: lineRange(document, line),
    severity: severityOf(problem.code),
    code: problem.code,
    source: 'MAM',
    message: t(problem.text, problem.params),
  }));

/** What is wrong with a queue, and what else may be said about it. */
export const queueProblems = ({ problems, advice }: Queue): readonly Located[] => [...problems, ...advice];
