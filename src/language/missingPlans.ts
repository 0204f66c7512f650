import type { TextDocument } from 'vscode-languageserver-textdocument';
import { problem } from '../base/problem.ts';
import { linkedPlan, planLink } from '../protocol/plan.ts';
import type { Queue } from '../protocol/queue.ts';
import type { QueueProblem } from '../protocol/queueEntry.ts';
import type { FileTree } from './fileTree.ts';

/** The plans that tasks link to and that are not on disk. */
export async function missingPlans({ entries }: Queue, root: string, files: FileTree): Promise<ReadonlySet<string>> {
  const linked = [...new Set(entries.flatMap(({ body }) => linkedPlan(body) ?? []))];
  const there = await Promise.all(linked.map((path) => files.isFile(root, path)));
  return new Set(linked.filter((_, index) => !there[index]));
}

/** Each task that links to a plan that was missing at the last look, at the line of the link. */
export const missingPlanProblems = (
  document: TextDocument,
  { entries }: Queue,
  missing: ReadonlySet<string>,
): readonly QueueProblem[] =>
  missing.size === 0
    ? []
    : entries.flatMap(({ id: task, line, lastLine }) => {
        const start = { line, character: 0 };
        const link = planLink(document.getText({ start, end: { line: lastLine, character: 0 } }));
        if (link === null || !missing.has(link.path)) return [];
        return [
          {
            line: document.positionAt(document.offsetAt(start) + link.offset).line + 1,
            problem: problem(
              'queue.missingPlan',
              '{task} links to {plan}, which is not there. Write it, or correct the link.',
              { task, plan: link.path },
            ),
          },
        ];
      });
