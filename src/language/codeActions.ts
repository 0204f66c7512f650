import type { TextDocument } from 'vscode-languageserver-textdocument';
import { CodeActionKind, type CodeAction, type Diagnostic, type Range } from 'vscode-languageserver/node';
import { taskStatuses } from '../core/task/statuses.ts';
import type { Queue } from '../protocol/queue.ts';
import type { QueueEntry } from '../protocol/queueEntry.ts';
import { entryAt } from './entryAt.ts';
import type { Fix } from './fix.ts';
import { queueFixes } from './queueFixes.ts';
import { reportFixes } from './reportFixes.ts';
import { addNotes, addSections, missingSections } from './sections.ts';
import { setField } from './fieldEdits.ts';
import { t } from './translate.ts';

export interface ActionQuestion {
  readonly document: TextDocument;
  readonly range: Range;
  /** What the client shows at the range; what isn't ours is left alone. */
  readonly diagnostics: readonly Diagnostic[];
  readonly queue: Queue;
  /** For the id of a new task. */
  readonly year: number;
}

/** Quick fixes of our diagnostics, each with what it mends. */
export function fixesOf({ document, diagnostics, queue, year }: ActionQuestion): CodeAction[] {
  return diagnostics
    .filter(({ source }) => source === 'MAM')
    .flatMap((diagnostic) =>
      [...queueFixes({ document, diagnostic, queue, year }), ...reportFixes(document, diagnostic)].map((fix) =>
        actionOf(document, fix, { kind: CodeActionKind.QuickFix, diagnostics: [diagnostic] }),
      ),
    );
}

/** What may be done with a task of the queue without anything being wrong: from its heading or its Status bullet. */
export function rewritesOf({ document, range, diagnostics, queue }: ActionQuestion): CodeAction[] {
  const entry = entryAt(queue, range.start.line + 1);
  if (!entry || range.start.line !== range.end.line) return [];
  const onHeading = range.start.line + 1 === entry.line;
  if (!onHeading && !isStatusBullet(document, range.start.line)) return [];
  // Where the status is what is wrong, the quick fixes set it.
  const wrong = diagnostics.some(({ source, code }) => source === 'MAM' && /^queue\..*Status$/.test(String(code)));
  const fixes = [...(wrong ? [] : statusFixes(document, entry)), ...(onHeading ? sectionFixes(document, entry) : [])];
  return fixes.map((fix) => actionOf(document, fix, { kind: CodeActionKind.RefactorRewrite }));
}

const isStatusBullet = (document: TextDocument, line: number): boolean =>
  /^[-*][ \t]+Status[ \t]*:/i.test(document.getText({ start: { line, character: 0 }, end: { line, character: 40 } }));

const statusFixes = (document: TextDocument, entry: QueueEntry): readonly Fix[] =>
  taskStatuses
    .filter((status) => status !== entry.status)
    .map((status) => ({
      title: t('Set the status to {status}', { status }),
      edits: [setField(document, entry, 'Status', status)],
    }));

function sectionFixes(document: TextDocument, entry: QueueEntry): readonly Fix[] {
  const names = missingSections(entry);
  const notes = addNotes(document, entry);
  return [
    ...(names.length === 0
      ? []
      : [
          {
            title: t('Add the missing sections: {sections}', { sections: names.join(', ') }),
            edits: [addSections(document, entry, names)],
          },
        ]),
    ...(notes === null ? [] : [{ title: t('Add the hand-over notes to fill in'), edits: [notes] }]),
  ];
}

const actionOf = (
  document: TextDocument,
  { title, edits, preferred = false }: Fix,
  more: Pick<CodeAction, 'kind' | 'diagnostics'>,
): CodeAction => ({
  title,
  ...more,
  ...(preferred ? { isPreferred: true } : {}),
  edit: { changes: { [document.uri]: [...edits] } },
});
