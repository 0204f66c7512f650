import type { TextDocument } from 'vscode-languageserver-textdocument';
import { DiagnosticSeverity, type Diagnostic } from 'vscode-languageserver/node';
import type { Queue } from '../protocol/queue.ts';
import { lineRange } from './lines.ts';
import { t } from './translate.ts';

/** What makes a task or its commands invisible; with everything else the task is read, if not as it was meant. */
const errors: ReadonlySet<string> = new Set(['queue.badHeading', 'queue.duplicateId', 'queue.unclosedFence']);

/** Each problem of the queue over the heading, bullet or fence that it is about. */
export const diagnosticsOf = (document: TextDocument, { problems }: Queue): Diagnostic[] =>
  problems.map(({ line, problem }) => ({
    range: lineRange(document, line),
    severity: errors.has(problem.code) ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code: problem.code,
    source: 'MAM',
    message: t(problem.text, problem.params),
  }));
