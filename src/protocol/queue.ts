import { problem, type Problem } from '../base/problem.ts';
import { findSecrets } from '../core/privacy/secrets.ts';
import { fencedLines, type MarkdownLine } from './markdown.ts';
import { checksIn, claimsIn, fieldLines, mentionsIn, plain, readFields, type Field } from './queueBody.ts';

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

interface QueueProblem {
  /** 1-based line of the heading, or of the bullet or fence that is at fault. */
  readonly line: number;
  readonly problem: Problem;
}

export interface Queue {
  readonly entries: readonly QueueEntry[];
  /** In the order of their lines. */
  readonly problems: readonly QueueProblem[];
}

/** Statuses that the loop understands; others are kept and reported. */
export const taskStatuses = [
  'backlog',
  'ready',
  'todo',
  'running',
  'in_progress',
  'blocked',
  'review',
  'done',
] as const;

const heading = /^##\s+(T-\d{4}-\d{4})\s+[-–—]\s+(\S.*)$/s;
/** What was meant as a task heading; it ends the entry above, so that no text of one task lands in another. */
const almostHeading = /^ {0,3}##\s*[`*_[]*T-\d+-\d+/i;
const lowestPriority = 9;

/**
 * Reads a task queue. Total: every text gives entries and problems, and a broken entry hides no other one.
 * A field counts only among the bullets before the entry's first heading; its first occurrence wins; back-ticks are dropped.
 */
export function parseQueue(text: string): Queue {
  const lines = fencedLines(text, (line) => almostHeading.test(line));
  const starts = lines.filter((line) => !line.fenced && almostHeading.test(line.text));
  const entries = new Map<string, QueueEntry>();
  const problems = lines.filter((line) => line.fence && line.unclosed).map(unclosedFence);
  for (const [i, start] of starts.entries()) {
    const [, id, title] = heading.exec(withoutClosing(start.text)) ?? [];
    if (id === undefined || title === undefined) {
      problems.push(badHeading(start));
      continue;
    }
    const twin = entries.get(id);
    if (twin) {
      problems.push(duplicateId(start, twin));
      continue;
    }
    const body = lines.slice(start.number, (starts[i + 1]?.number ?? lines.length + 1) - 1);
    const head = fieldLines(body);
    const fields = readFields(head);
    const entry = readEntry({ id, title, start, body, head, fields });
    entries.set(id, entry);
    problems.push(...problemsOf(entry, fields));
  }
  return { entries: [...entries.values()], problems: problems.toSorted((a, b) => a.line - b.line) };
}

/** A heading without the `##` that may stand behind it; in "Learn C#" it belongs to the title. */
const withoutClosing = (text: string): string => text.trimEnd().replace(/\s#+$/, '').trimEnd();

interface EntryLines {
  readonly id: string;
  readonly title: string;
  readonly start: MarkdownLine;
  readonly body: readonly MarkdownLine[];
  readonly head: readonly MarkdownLine[];
  readonly fields: ReadonlyMap<string, Field>;
}

function readEntry({ id, title, start, body, head, fields }: EntryLines): QueueEntry {
  const field = (label: string): string => plain(fields.get(label)?.value ?? '');
  const text = body
    .map((line) => line.text)
    .join('\n')
    .trim();
  return {
    id,
    title: field('title') || title,
    status: field('status').toLowerCase(),
    priority: priorityOf(field('priority')) ?? lowestPriority,
    body: text,
    claims: claimsIn(head, fields.get('claims')),
    mentions: mentionsIn(text),
    checks: checksIn(body),
    line: start.number,
    lastLine: body.findLast((line) => line.text.trim() !== '')?.number ?? start.number,
  };
}

function priorityOf(text: string): number | null {
  const digit = /^P(\d)$/i.exec(text)?.[1];
  return digit === undefined ? null : Number(digit);
}

const unclosedFence = ({ number: line }: MarkdownLine): QueueProblem => ({
  line,
  problem: problem(
    'queue.unclosedFence',
    'Nothing closes the code block that begins at line {line}, so its commands are ignored. Close it with a fence of its own.',
    { line },
  ),
});

const badHeading = ({ number: line }: MarkdownLine): QueueProblem => ({
  line,
  problem: problem('queue.badHeading', 'Line {line} is no task heading. Write it as "## T-2026-0001 - Title".', {
    line,
  }),
});

const duplicateId = ({ number: line }: MarkdownLine, { id, line: first }: QueueEntry): QueueProblem => ({
  line,
  problem: problem(
    'queue.duplicateId',
    '{task} is in the queue twice, at lines {first} and {line}. The second one is ignored: give it an id of its own.',
    { task: id, first, line },
  ),
});

function problemsOf(entry: QueueEntry, fields: ReadonlyMap<string, Field>): readonly QueueProblem[] {
  const task = entry.id;
  const problems: QueueProblem[] = [];
  const report = (label: string | null, what: Problem): void =>
    void problems.push({ line: (label === null ? undefined : fields.get(label)?.line) ?? entry.line, problem: what });
  if (entry.status === '')
    report(
      'status',
      problem('queue.noStatus', '{task} has no Status bullet, so it is never started. Add "- Status: ready".', {
        task,
      }),
    );
  else if (!taskStatuses.some((status) => status === entry.status))
    report(
      'status',
      problem('queue.unknownStatus', '{task} has the unknown status "{status}". Use one of {known}.', {
        task,
        status: entry.status,
        known: taskStatuses.join(', '),
      }),
    );
  const priority = plain(fields.get('priority')?.value ?? '');
  if (priority !== '' && priorityOf(priority) === null)
    report(
      'priority',
      problem(
        'queue.unknownPriority',
        '{task} has the unknown priority "{priority}", so it comes last. Use P0 to P9.',
        {
          task,
          priority,
        },
      ),
    );
  const [secret] = entry.checks.flatMap(findSecrets);
  if (secret !== undefined)
    report(
      null,
      problem(
        'queue.secretCheck',
        '{task} names a check that holds a secret ({name}), so it is never run. Let the check read it from the environment.',
        { task, name: secret },
      ),
    );
  if (entry.checks.length === 0)
    report(
      null,
      problem('queue.noChecks', '{task} names no check. Add a fenced block under "### Validation Commands".', { task }),
    );
  return problems;
}
