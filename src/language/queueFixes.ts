import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Diagnostic, TextEdit } from 'vscode-languageserver/node';
import { taskStatuses } from '../core/task/statuses.ts';
import { nextTaskId } from '../protocol/newTask.ts';
import type { Queue } from '../protocol/queue.ts';
import { entryAt } from './entryAt.ts';
import { bulletLines, setField } from './fieldEdits.ts';
import type { Fix } from './fix.ts';
import { claimFixes, shellFixes } from './lineFixes.ts';
import { insertBelow, lineText, removeLines, replaceLine } from './lines.ts';
import { addSections } from './sections.ts';
import { t } from './translate.ts';

interface FixQuestion {
  readonly document: TextDocument;
  readonly diagnostic: Diagnostic;
  readonly queue: Queue;
  readonly year: number;
}

/** How a problem of the queue can be mended without asking anything back. */
export function queueFixes(question: FixQuestion): readonly Fix[] {
  const { document, diagnostic, queue } = question;
  const line = diagnostic.range.start.line + 1;
  const entry = entryAt(queue, line);
  const text = lineText(document, line - 1);
  switch (diagnostic.code) {
    case 'queue.badHeading':
      return [headingFix(question, line, text)];
    case 'queue.duplicateId':
      return [newIdFix(question, line, text)];
    case 'queue.noStatus':
    case 'queue.unknownStatus':
      return entry === undefined
        ? []
        : byLikeness(taskStatuses, entry.status || 'ready').map((status, order) => ({
            title: t('Set the status to {status}', { status }),
            edits: [setField(document, entry, 'Status', status)],
            preferred: order === 0,
          }));
    case 'queue.unknownPriority':
      return entry === undefined
        ? []
        : ['P0', 'P1', 'P2', 'P3'].map((priority) => ({
            title: t('Set the priority to {priority}', { priority }),
            edits: [setField(document, entry, 'Priority', priority)],
          }));
    case 'queue.noChecks':
      return entry === undefined
        ? []
        : [
            {
              title: t('Add a section for the checks'),
              edits: [addSections(document, entry, ['Validation Commands'])],
              preferred: true,
            },
          ];
    case 'queue.noClaims':
      return entry === undefined
        ? []
        : [{ title: t('Add a bullet for the files'), edits: [setField(document, entry, 'Claims', '')] }];
    case 'queue.fieldTwice':
      return [
        {
          title: t('Remove this bullet'),
          edits: [removeLines(line, bulletLines(document, line).length)],
          preferred: true,
        },
      ];
    case 'queue.lateField':
      return entry === undefined
        ? []
        : [
            {
              title: t('Move this bullet below the heading of the task'),
              edits: moveBelow(document, entry.line, line),
              preferred: true,
            },
          ];
    case 'queue.badClaim':
      return entry === undefined ? [] : claimFixes(document, entry, line);
    case 'check.needsShell':
      return shellFixes(document, line, text);
    case 'queue.unclosedFence':
      return [fenceFix(question, line, text)];
    default:
      return [];
  }
}

/** A bullet goes with all that hangs on it. */
function moveBelow(document: TextDocument, heading: number, line: number): readonly TextEdit[] {
  const lines = bulletLines(document, line);
  return [insertBelow(document, heading, `\n${lines.join('\n')}`), removeLines(line, lines.length)];
}

/** The heading in its form: with the id that it has, else with a new one. */
function headingFix({ document, year }: FixQuestion, line: number, text: string): Fix {
  const [, id, title = ''] =
    /^ {0,3}##\s*[`*_[]*(T-\d{4}-\d{4})(?!\d)[`*_\]]*\s*[:.–—-]*\s*(.*)$/i.exec(text.replace(/\s#+\s*$/, '')) ?? [];
  const words =
    id === undefined ? (/^ {0,3}##\s*[`*_[]*T-[\d-]+[`*_\]]*\s*[:.–—-]*\s*(.*)$/i.exec(text)?.[1] ?? '') : title;
  const heading = `## ${id?.toUpperCase() ?? nextTaskId(document.getText(), year)} - ${words.trim() || t('Title')}`;
  return { title: t('Write "{heading}"', { heading }), edits: [replaceLine(document, line, heading)], preferred: true };
}

function newIdFix({ document, year }: FixQuestion, line: number, text: string): Fix {
  const id = nextTaskId(document.getText(), year);
  return {
    title: t('Give this task the new id {task}', { task: id }),
    edits: [replaceLine(document, line, text.replace(/T-\d{4}-\d{4}/, id))],
    preferred: true,
  };
}

/** A block that was left open is closed behind the text that the parser took for its end. */
function fenceFix({ document, queue }: FixQuestion, line: number, text: string): Fix {
  const mark = /`{3,}|~{3,}/.exec(text)?.[0] ?? '```';
  const end = entryAt(queue, line)?.lastLine ?? lastLine(document);
  return { title: t('Close this code block'), edits: [insertBelow(document, end, mark)], preferred: true };
}

function lastLine(document: TextDocument): number {
  let number = document.lineCount;
  while (number > 1 && lineText(document, number - 1).trim() === '') number--;
  return number;
}

/** The known word that shares the longest beginning with what was written comes first; the others keep their order. */
function byLikeness<T extends string>(known: readonly T[], written: string): readonly T[] {
  const plain = written.replace(/[^a-z]/g, '');
  const shared = (word: T): number => {
    const other = word.replace(/[^a-z]/g, '');
    let length = 0;
    while (length < other.length && other[length] === plain[length]) length++;
    return length;
  };
  return known.toSorted((a, b) => shared(b) - shared(a));
}
