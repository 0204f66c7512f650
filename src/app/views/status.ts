import type { Batch } from '../../core/batch/types.ts';
import type { Job } from '../../core/job/types.ts';
import { awaitsReport } from '../../core/job/isPersonsJob.ts';
import { judges } from '../../core/job/kinds.ts';
import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import type { Problem } from '../../base/problem.ts';
import { limitedUntil } from './limitWords.ts';
import type { Tone } from './treeNode.ts';
import { oneLine, shortCommit, since } from './words.ts';
import { sentence, type ViewContext } from './viewContext.ts';

/** One state in its one vocabulary: the icon and the words always go together. */
export interface Status {
  readonly text: string;
  readonly icon: string;
  readonly tone: Tone;
  readonly needsYou: boolean;
}

const status = (text: string, icon: string, tone: Tone = 'none', needsYou = false): Status => ({
  text,
  icon,
  tone,
  needsYou,
});

export const idle = (ctx: ViewContext): Status => status(ctx.t('idle'), 'circle-outline', 'muted');

/** The icon that belongs to the last part of a problem's code; everything else is a plain failure. */
const failureIcons: Readonly<Record<string, string>> = {
  signedOut: 'key',
  untrusted: 'shield',
  limited: 'clock',
  noReport: 'question',
  gone: 'debug-disconnect',
};

const failure = (ctx: ViewContext, problem: Problem): Status => {
  const icon = failureIcons[problem.code.slice(problem.code.lastIndexOf('.') + 1)] ?? 'error';
  const limited = icon === 'clock';
  return status(oneLine(sentence(ctx, problem)), icon, limited ? 'none' : 'attention', !limited);
};

/** What a seat said of itself after its pass. */
export const takenBack = (ctx: ViewContext, word: string): string =>
  ctx.t('took its pass back: “{status}”', { status: oneLine(word, 40) });

const verdictStatus = (ctx: ViewContext, run: Run | Batch, job: Job): Status => {
  const verdict = run.verdicts.find((candidate) => candidate.job === job.id);
  if (verdict === undefined) return status(ctx.t('no verdict'), 'circle-slash', 'attention', true);
  const lowered = 'lowered' in run ? run.lowered[job.session] : undefined;
  if (lowered !== undefined && run.verdicts.findLast((one) => one.session === job.session) === verdict)
    return status(takenBack(ctx, lowered.status), 'warning', 'attention', true);
  const commit = shortCommit(verdict.identity.head);
  return verdict.word === 'pass'
    ? status(ctx.t('pass on {commit}', { commit }), 'pass', 'good')
    : status(ctx.t('not pass on {commit}', { commit }), 'error', 'bad');
};

const endedStatus = (ctx: ViewContext, run: Run | Batch, job: Job, ended: NonNullable<Job['ended']>): Status => {
  const { outcome } = ended;
  if (outcome.kind === 'interrupted') {
    return status(ctx.t('interrupted, can resume'), 'debug-pause', 'attention', true);
  }
  if (outcome.kind === 'limited') return status(limitedUntil(ctx, outcome.until), 'clock');
  if (outcome.kind === 'failed') return failure(ctx, outcome.problem);
  if (judges(job.kind)) return verdictStatus(ctx, run, job);
  if (job.noVerdict !== undefined) return status(ctx.t('no answer'), 'circle-slash', 'attention', true);
  return status(ctx.t('done: report {time}', { time: ctx.clock(ended.at) }), 'check', 'good');
};

/** A lane waits until the owner has started its effect. */
const isStarting = (state: State, job: Job): boolean =>
  Object.values(state.effects).some(
    ({ effect, startedBy }) => effect.kind === 'runLane' && effect.job === job.id && startedBy === null,
  );

/** What one job is doing, or how it ended. */
export const jobStatus = (ctx: ViewContext, state: State, run: Run | Batch, job: Job): Status => {
  if (job.ended !== undefined) return endedStatus(ctx, run, job, job.ended);
  const signal = state.signals[job.id];
  if (signal?.kind === 'permission_required') {
    return status(ctx.t('asks: {question}', { question: oneLine(signal.text) }), 'bell-dot', 'attention', true);
  }
  if ('lowered' in run && awaitsReport(run, job))
    return status(ctx.t('waits for your report'), 'account', 'attention', true);
  if (isStarting(state, job)) return status(ctx.t('starting'), 'loading~spin', 'active');
  return status(ctx.t('working, {time}', { time: since(ctx, job.dispatchedAt) }), 'sync~spin', 'active');
};
