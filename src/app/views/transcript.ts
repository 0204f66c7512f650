import type { Batch } from '../../core/batch/types.ts';
import type { Job } from '../../core/job/types.ts';
import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import type { TranscriptEntry } from '../ports/transcripts.ts';
import { jobStatus } from './status.ts';
import type { ViewContext } from './viewContext.ts';
import { phrase } from './words.ts';

/** What of a transcript is shown at most: entries, and characters of one of them. */
const mostEntries = 2000;
const longestEntry = 8000;

/** A job with what it is part of, and the task that is about; null where it is about none. */
export interface OwnedJob {
  readonly owner: Run | Batch;
  readonly task: string | null;
  readonly job: Job;
}

const taskOf = (owner: Run | Batch): string | null =>
  'task' in owner ? owner.task.id : (owner.change?.task?.id ?? null);

/** Every job there is, the newest first. */
export const allJobs = ({ runs, batches }: Pick<State, 'runs' | 'batches'>): readonly OwnedJob[] =>
  [...Object.values(runs), ...Object.values(batches)]
    .flatMap((owner) => owner.jobs.map((job) => ({ owner, task: taskOf(owner), job })))
    .toSorted((a, b) => b.job.dispatchedAt.localeCompare(a.job.dispatchedAt));

/** The newest entries, each short enough to read, and how many were left out before them. */
export interface KeptEntries {
  readonly entries: readonly TranscriptEntry[];
  readonly left: number;
}

export const keepEntries = (kept: KeptEntries, more: readonly TranscriptEntry[]): KeptEntries => {
  if (more.length === 0) return kept;
  const all = [
    ...kept.entries,
    ...more.map(({ kind, text }) => ({
      kind,
      text: text.length > longestEntry ? `${text.slice(0, longestEntry)}…` : text,
    })),
  ];
  const over = Math.max(0, all.length - mostEntries);
  return { entries: over === 0 ? all : all.slice(over), left: kept.left + over };
};

/** An entry as lines of text: what was said stands by itself, what was done behind a mark. */
export const entryText = (ctx: ViewContext, { kind, text }: TranscriptEntry): string => {
  if (kind === 'said') return text.trim();
  if (kind === 'failed') return ctx.t('Failed: {what}', { what: text.trim() });
  return `${kind === 'did' ? '▸' : '·'} ${text.trim().replace(/\n/g, '\n  ')}`;
};

/** Why there is nothing to read of a job that said something. */
export const clearedWords = ({ t }: Pick<ViewContext, 't'>): string =>
  t('Its output was cleared away once the reports were kept in .agents/reports.');

/** The whole document: which job it is, what it said and did, and how it ended. */
export function transcriptText(
  ctx: ViewContext,
  state: State,
  { owner, task, job }: OwnedJob,
  { entries, left }: KeptEntries,
  skipped: number,
): string {
  const cut =
    left > 0 || skipped > 0
      ? [ctx.t('[The beginning is left out. The whole is in .mam/jobs/{job}/stdout.jsonl.]', { job: job.id })]
      : [];
  const body = entries.flatMap((entry, index) => {
    const together = entry.kind !== 'said' && entries[index - 1]?.kind !== 'said' && index > 0;
    return together ? [entryText(ctx, entry)] : ['', entryText(ctx, entry)];
  });
  return [
    `# ${ctx.t('job {job} attempt {attempt}', { job: job.id, attempt: job.attempt })}`,
    '',
    phrase(task, ctx.t(job.role), job.agent, job.model, job.effort),
    phrase(ctx.t('started {time}', { time: ctx.clock(job.dispatchedAt) }), jobStatus(ctx, state, owner, job).text),
    ...(cut.length === 0 ? [] : ['', ...cut]),
    ...(entries.length === 0 ? ['', job.cleared ? clearedWords(ctx) : ctx.t('Nothing was printed yet.')] : body),
    ...ending(ctx, job, entries),
    '',
  ].join('\n');
}

/** What the log knows of the end, unless the last that was said is just that. */
function ending(ctx: ViewContext, job: Job, entries: readonly TranscriptEntry[]): readonly string[] {
  const outcome = job.ended?.outcome;
  if (outcome === undefined) return [];
  if (outcome.kind !== 'report')
    return ['', `## ${ctx.t('Ended')}`, '', ctx.t(outcome.problem.text, outcome.problem.params)];
  const said = entries.findLast((entry) => entry.kind === 'said')?.text.trim();
  return said === outcome.text.trim() ? [] : ['', `## ${ctx.t('Report')}`, '', outcome.text];
}
