import { problem } from '../base/problem.ts';
import { fencedLines, type MarkdownLine } from '../base/fencedLines.ts';
import { dependencyProblems } from './queueDependencies.ts';
import type { QueueEntry, QueueProblem, ReadEntry } from './queueEntry.ts';
import { readEntry } from './readQueueEntry.ts';

export interface Queue {
  readonly entries: readonly QueueEntry[];
  /** In the order of their lines, as is the advice. */
  readonly problems: readonly QueueProblem[];
  /** What is read as it stands, but may not be what was meant, or will be asked later. */
  readonly advice: readonly QueueProblem[];
}

/** What was meant as a task heading; it ends the entry above, so that no text of one task lands in another. */
const almostHeading = /^ {0,3}##\s*[`*_[]*T-\d+-\d+/i;

/**
 * Reads a task queue. Total: every text gives entries and problems, and a broken entry hides no other one.
 * A field counts only among the bullets before the entry's first heading; its first occurrence wins; back-ticks are dropped.
 * `read` reads the lines of one entry and may remember what it gave for the same lines before.
 */
export function parseQueue(text: string, read: ReadEntry = readEntry): Queue {
  const lines = fencedLines(text, (line) => almostHeading.test(line));
  const starts = lines.filter((line) => !line.fenced && almostHeading.test(line.text));
  const entries = new Map<string, QueueEntry>();
  const problems = lines.filter((line) => line.fence && line.unclosed).map(unclosedFence);
  const advice: QueueProblem[] = [];
  for (const [i, start] of starts.entries()) {
    const own = lines.slice(start.number - 1, (starts[i + 1]?.number ?? lines.length + 1) - 1);
    const reading = read(own);
    if (reading === null) {
      problems.push(badHeading(start));
      continue;
    }
    const { entry } = reading;
    const twin = entries.get(entry.id);
    if (twin) {
      problems.push(duplicateId(start, twin));
      continue;
    }
    const above = start.number - 1;
    const moved = (one: QueueProblem): QueueProblem => ({ ...one, line: one.line + above });
    entries.set(entry.id, {
      ...entry,
      dependsOn: entry.dependsOn && { ...entry.dependsOn, line: entry.dependsOn.line + above },
      line: entry.line + above,
      lastLine: entry.lastLine + above,
    });
    problems.push(...reading.problems.map(moved));
    advice.push(...reading.advice.map(moved));
  }
  problems.push(...dependencyProblems([...entries.values()]));
  return { entries: [...entries.values()], problems: byLine(problems), advice: byLine(advice) };
}

const byLine = (problems: readonly QueueProblem[]): readonly QueueProblem[] =>
  problems.toSorted((a, b) => a.line - b.line);

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
