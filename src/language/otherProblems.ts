import { problem } from '../base/problem.ts';
import { readBriefHead } from '../protocol/agents/brief.ts';
import type { Queue } from '../protocol/queue.ts';
import type { QueueProblem } from '../protocol/queueEntry.ts';
import { checkReport, speaksOfVerdict } from '../protocol/report.ts';
import type { FileTree } from './fileTree.ts';
import type { Place } from './place.ts';
import { taskIdsIn } from './taskIds.ts';

/** A report of a reviewer gives exactly one verdict; one of a writer gives none, unless it tries to. */
export async function reportProblems(text: string, place: Place, files: FileTree): Promise<readonly QueueProblem[]> {
  const brief = await files.read(place.root, place.path.replace(/[^/]*$/, 'brief.md'));
  const head = brief === null ? null : readBriefHead(brief);
  const isReview = head === null ? speaksOfVerdict(text) : head.kind === 'review';
  return isReview ? checkReport(text, head?.head ?? null) : [];
}

/** What MAM writes says so, whoever opens it; a verdict in it is looked at like any other. */
export const generatedProblems = (text: string): readonly QueueProblem[] => [
  {
    line: 1,
    problem: problem(
      'ledger.generated',
      'MAM writes this file from what it knows, so a change made here is lost. Change the task in tasks/queue.md instead.',
    ),
  },
  ...(speaksOfVerdict(text) ? checkReport(text, null) : []),
];

/** Tasks that a plan speaks of and that the queue has not, each where it stands first. */
export function planProblems(text: string, queue: Queue): readonly QueueProblem[] {
  const known = new Set(queue.entries.map(({ id }) => id));
  const unknown = new Map<string, number>();
  for (const [index, line] of text.split(/\r\n?|\n/).entries())
    for (const { id } of taskIdsIn(line)) if (!known.has(id) && !unknown.has(id)) unknown.set(id, index + 1);
  return [...unknown].map(([task, line]) => ({
    line,
    problem: problem('plan.unknownTask', 'tasks/queue.md has no task {task}. Add it there, or name another one.', {
      task,
    }),
  }));
}
