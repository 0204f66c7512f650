import type { Problem } from '../base/problem.ts';
import type { MarkdownLine } from './markdown.ts';
import { checkLinesIn, claimsIn, fieldLines, mentionsIn, plain, readFields, type Field } from './queueBody.ts';
import { adviceOn, problemsOf } from './queueProblems.ts';
import { priorityOf } from './taskFields.ts';

/** A task entry as it is written, before its claims are looked up on disk. */
export interface QueueEntry {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly priority: number;
  readonly body: string;
  /** Paths and globs of the `Claims:` bullet. */
  readonly claims: readonly string[];
  /** Back-ticked tokens of the body that could be paths. */
  readonly mentions: readonly string[];
  readonly checks: readonly string[];
  /** 1-based line of the heading. */
  readonly line: number;
  /** 1-based line of the last text that belongs to the entry. */
  readonly lastLine: number;
}

export interface QueueProblem {
  /** 1-based line of the heading, or of the bullet, check or fence that is at fault. */
  readonly line: number;
  readonly problem: Problem;
}

/** One entry with what there is to say about it; its heading is line 1. */
export interface EntryReading {
  readonly entry: QueueEntry;
  readonly problems: readonly QueueProblem[];
  readonly advice: readonly QueueProblem[];
}

/** Reads the lines from a heading to the next one; null when the heading has not the form of one. */
export type ReadEntry = (lines: readonly MarkdownLine[]) => EntryReading | null;

/** What the problems of an entry are found in. */
export interface EntryParts {
  readonly entry: QueueEntry;
  readonly head: readonly MarkdownLine[];
  readonly body: readonly MarkdownLine[];
  readonly fields: ReadonlyMap<string, Field>;
  /** The lines of the entry's checks. */
  readonly checks: readonly MarkdownLine[];
}

const heading = /^##\s+(T-\d{4}-\d{4})\s+[-–—]\s+(\S.*)$/s;
const lowestPriority = 9;

/** The entry in these lines, which begin with its heading. */
export const readEntry: ReadEntry = (lines) => {
  const [start, ...rest] = lines;
  const [, id, title] = heading.exec(withoutClosing(start?.text ?? '')) ?? [];
  if (start === undefined || id === undefined || title === undefined) return null;
  const body = rest.map((line) => ({ ...line, number: line.number - start.number + 1 }));
  const head = fieldLines(body);
  const fields = readFields(head);
  const checks = checkLinesIn(body);
  const field = (label: string): string => plain(fields.get(label)?.value ?? '');
  const text = body
    .map((line) => line.text)
    .join('\n')
    .trim();
  const entry: QueueEntry = {
    id,
    title: field('title') || title,
    status: field('status').toLowerCase(),
    priority: priorityOf(field('priority')) ?? lowestPriority,
    body: text,
    claims: claimsIn(head, fields.get('claims')),
    mentions: mentionsIn(text),
    checks: checks.map((line) => line.text.trim()),
    line: 1,
    lastLine: body.findLast((line) => line.text.trim() !== '')?.number ?? 1,
  };
  const parts = { entry, head, body, fields, checks };
  return { entry, problems: problemsOf(parts), advice: adviceOn(parts) };
};

/** A heading without the `##` that may stand behind it; in "Learn C#" it belongs to the title. */
const withoutClosing = (text: string): string => text.trimEnd().replace(/\s#+$/, '').trimEnd();
