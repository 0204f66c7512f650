import { fencedLines } from '../base/fencedLines.ts';
import { problem, type Problem } from '../base/problem.ts';
import { sameValue } from '../base/sameValue.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { QueueEdit } from '../core/queue/edit.ts';
import { titleKey } from '../core/queue/titleKey.ts';
import { appendTask, nextTaskId } from './newTask.ts';
import { parseQueue, type Queue } from './queue.ts';
import { fieldLines, fieldsIn } from './queueBody.ts';

export interface EditTerms {
  /** Of the clock: new ids begin with it. */
  readonly year: number;
  /** Ids that are known from elsewhere, as of tasks that were taken out of the file. */
  readonly taken: readonly string[];
}

/**
 * The queue after one edit; the same text where it was made before. What comes out is read back: nothing is written that
 * would be another task than the one that was asked for, or that changed one beside it.
 */
export const applyQueueEdit = (text: string, edit: QueueEdit, terms: EditTerms): Result<string, Problem> =>
  edit.kind === 'add' ? addTask(text, edit.draft, terms) : makeReady(text, edit.task);

function addTask(
  text: string,
  draft: Extract<QueueEdit, { kind: 'add' }>['draft'],
  { year, taken }: EditTerms,
): Result<string, Problem> {
  const queue = parseQueue(text);
  const key = titleKey(draft.title);
  if (queue.entries.some((entry) => titleKey(entry.title) === key)) return ok(text);
  const id = nextTaskId(`${text}\n${taken.join('\n')}`, year);
  const after = appendTask(text, { ...draft, id });
  const { entries, problems } = parseQueue(after);
  const added = entries.at(-1);
  const isWhole =
    added?.id === id &&
    titleKey(added.title) === key &&
    added.status === draft.status &&
    added.proofs.length === 0 &&
    added.checks.length === draft.checks.length &&
    openBlocks(problems) === openBlocks(queue.problems) &&
    sameBodies(queue, entries.slice(0, -1));
  return isWhole
    ? ok(after)
    : err(
        problem(
          'queue.wouldBreak',
          '“{title}” can’t be put into the queue without changing what other tasks are. Close the code blocks of the queue, or write the task yourself.',
          { title: draft.title },
        ),
      );
}

const openBlocks = (problems: Queue['problems']): number =>
  problems.filter(({ problem: one }) => one.code === 'queue.unclosedFence').length;

const sameBodies = ({ entries }: Queue, after: Queue['entries']): boolean =>
  entries.length === after.length &&
  entries.every((entry, i) => entry.id === after[i]?.id && entry.body === after[i].body);

function makeReady(text: string, task: string): Result<string, Problem> {
  const entry = parseQueue(text).entries.find(({ id }) => id === task);
  if (entry === undefined) return err(problem('queue.noTask', '{task} is not in the queue.', { task }));
  if (entry.status === 'ready') return ok(text);
  if (entry.status !== 'backlog')
    return err(
      problem('queue.notBacklog', '{task} is no task of the backlog: its status is {status}.', {
        task,
        status: entry.status,
      }),
    );
  const lines = fencedLines(text, (line) => /^ {0,3}##\s*[`*_[]*T-\d+-\d+/i.test(line));
  const field = fieldsIn(fieldLines(lines.slice(entry.line, entry.lastLine))).find(({ label }) => label === 'status');
  let number = 0;
  const after = text.replace(/[^\r\n]*(?:\r\n?|\n|$)/g, (line) =>
    ++number === field?.line ? line.replace(/(:[\s`]*)[^`\s]+/, '$1ready') : line,
  );
  const others = (queue: string) => parseQueue(queue).entries.map((one) => (one.id === task ? one.id : one.body));
  const isReady = parseQueue(after).entries.find(({ id }) => id === task)?.status === 'ready';
  return isReady && sameValue(others(text), others(after))
    ? ok(after)
    : err(
        problem(
          'queue.statusUnread',
          'The status of {task} is written in a way that can’t be changed alone. Write `- Status: ready` in the queue yourself.',
          { task },
        ),
      );
}
