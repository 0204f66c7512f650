import { createHash } from 'node:crypto';
import { problem } from '../base/problem.ts';
import { givesVerdict } from '../core/job/kinds.ts';
import { readBriefHead, readJobHead, type JobHead } from '../protocol/agents/brief.ts';
import type { Queue } from '../protocol/queue.ts';
import type { QueueProblem } from '../protocol/queueEntry.ts';
import { checkReport, speaksOfVerdict } from '../protocol/report.ts';
import { provesReport } from '../protocol/reportManifest.ts';
import type { FileTree } from './fileTree.ts';
import type { Place } from './place.ts';
import { taskIdsIn } from './taskIds.ts';

/**
 * A report of a reviewer gives exactly one verdict; one of a writer gives none, unless it tries to. What a delegated job
 * is waited for has to be handed in as well, which its manifest shows.
 */
export async function reportProblems(text: string, place: Place, files: FileTree): Promise<readonly QueueProblem[]> {
  const beside = (name: string): Promise<string | null> => files.read(place.root, place.path.replace(/[^/]*$/, name));
  const brief = await beside('brief.md');
  const job = brief === null ? null : readJobHead(brief);
  if (job !== null && isOfAttempt(place))
    return [
      ...(job.kind === 'review' ? checkReport(text, null) : []),
      ...manifestProblems(text, job, await beside('manifest.json')),
    ];
  const head = brief === null ? null : readBriefHead(brief);
  const isReview = head === null ? speaksOfVerdict(text) : givesVerdict(head.kind);
  return isReview ? checkReport(text, head?.head ?? null) : [];
}

/** Only the folder of an attempt has a number. */
const isOfAttempt = ({ path }: Place): boolean => /\/\d+\/report\.md$/.test(path);

function manifestProblems(text: string, { job, attempt }: JobHead, manifest: string | null): readonly QueueProblem[] {
  if (manifest === null)
    return [
      {
        line: 1,
        problem: problem(
          'report.noManifest',
          'Nothing shows yet that this report is whole. Its agent hands it in with “mam event completed”; else it counts after 15 s without a change.',
        ),
      },
    ];
  const bytes = Buffer.from(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (provesReport(manifest, { job, attempt, sha256, bytes: bytes.length })) return [];
  return [
    {
      line: 1,
      problem: problem(
        'report.otherManifest',
        'This is not what attempt {attempt} of {job} handed in: the report was changed since. Let its agent hand it in again.',
        { attempt, job },
      ),
    },
  ];
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
