import type { Problem } from '../../base/problem.ts';
import { isStuck, openAttempt } from '../../core/delegation/attempts.ts';
import { missingFor } from '../../core/delegation/completion.ts';
import type { Attempt, DelegatedJob, Delivery } from '../../core/delegation/types.ts';
import { action } from './actions.ts';
import { keep } from './kept.ts';
import { escapeMarkdown, treeNode, type Tone, type TreeNode } from './treeNode.ts';
import { sentence, type Scene, type ViewContext } from './viewContext.ts';
import { oneLine, phrase } from './words.ts';

/** What is still missing for a job to count as done, in the reader's words; empty when nothing is, or it is over. */
export const missingWords = (ctx: ViewContext, { state, awakeMs }: Scene, job: DelegatedJob): readonly string[] =>
  missingFor(state, job, { at: ctx.now(), awakeMs: awakeMs ?? 0 }).map((one) => sentence(ctx, one));

/** How a job's prompt got to its agent. */
export const deliveryWords = (ctx: ViewContext, delivery: Delivery): string => {
  const { t } = ctx;
  switch (delivery.kind) {
    case 'waiting':
      return t('prompt not typed yet');
    case 'sending':
      if (delivery.lost) return t('may not have been delivered');
      return delivery.tries > 1 ? t('prompt typed once more') : t('prompt typed');
    case 'delivered':
      return t('delivered {time}', { time: ctx.clock(delivery.at) });
    case 'notDelivered':
      return t('not delivered');
  }
};

interface JobStatus {
  readonly text: string;
  readonly icon: string;
  readonly tone: Tone;
}

const endedStatus = (ctx: ViewContext, { status, at }: NonNullable<Attempt['ended']>): JobStatus => {
  const time = ctx.clock(at);
  switch (status) {
    case 'completed':
      return { text: ctx.t('done {time}', { time }), icon: 'check', tone: 'good' };
    case 'error':
      return { text: ctx.t('failed {time}', { time }), icon: 'error', tone: 'attention' };
    case 'cancelled':
      return { text: ctx.t('cancelled {time}', { time }), icon: 'circle-slash', tone: 'muted' };
  }
};

/** How a job stands, in a few words. */
export const jobWords = (ctx: ViewContext, job: DelegatedJob): JobStatus => {
  const attempt = openAttempt(job);
  if (attempt === null) {
    if (job.status === 'pending') return { text: ctx.t('waits for its turn'), icon: 'clock', tone: 'muted' };
    const ended = job.attempts.at(-1)?.ended;
    return endedStatus(ctx, ended ?? { ...neverBegun, at: job.updatedAt });
  }
  if (attempt.wouldComplete !== null)
    return { text: ctx.t('would count as done: confirm it'), icon: 'question', tone: 'attention' };
  const undelivered =
    attempt.delivery.kind === 'notDelivered' || (attempt.delivery.kind === 'sending' && attempt.delivery.lost);
  if (undelivered) return { text: deliveryWords(ctx, attempt.delivery), icon: 'warning', tone: 'attention' };
  return attempt.startedAt === null
    ? { text: deliveryWords(ctx, attempt.delivery), icon: 'sync', tone: 'active' }
    : { text: ctx.t('started {time}', { time: ctx.clock(attempt.startedAt) }), icon: 'sync~spin', tone: 'active' };
};

const neverBegun = { status: 'cancelled', by: 'person', grounds: [], report: null, problem: null } as const;

/** What a row's menu offers for it. */
const kindOf = (job: DelegatedJob): string => {
  if (job.status === 'pending') return 'delegated.pending';
  const attempt = openAttempt(job);
  if (attempt?.wouldComplete) return 'delegated.confirm';
  if (attempt !== null) return isStuck(attempt) ? 'delegated.stuck' : 'delegated.running';
  return job.status === 'completed' ? 'delegated.done' : 'delegated.failed';
};

const missingNode = (ctx: ViewContext, job: DelegatedJob, one: Problem): TreeNode =>
  treeNode({
    id: `missing:${job.id}:${one.code}`,
    label: sentence(ctx, one),
    description: '',
    icon: 'circle-large-outline',
    contextValue: 'missing',
  });

/** A row for a job, with what it is still short of below it; the same one as before where it would say the same. */
export const delegatedNode = (ctx: ViewContext, job: DelegatedJob, missing: readonly Problem[]): TreeNode =>
  keep(ctx.kept?.jobs, job, missing, () => jobNode(ctx, job, missing));

const jobNode = (ctx: ViewContext, job: DelegatedJob, problems: readonly Problem[]): TreeNode => {
  const { t } = ctx;
  const missing = problems.map((one) => sentence(ctx, one));
  const status = jobWords(ctx, job);
  const attempt = job.attempts.at(-1);
  const label =
    attempt === undefined
      ? t('job {job}', { job: oneLine(job.id, 24) })
      : t('job {job} attempt {attempt}', { job: oneLine(job.id, 24), attempt: attempt.attempt });
  const lacks =
    missing.length === 0
      ? null
      : missing.length === 1
        ? t('missing: {what}', { what: oneLine(missing[0] ?? '', 60) })
        : t('{count} things missing', { count: missing.length });
  const ended = attempt?.ended;
  const why = ended?.problem ? sentence(ctx, ended.problem) : '';
  return treeNode({
    id: `delegated:${job.id}`,
    label,
    description: phrase(status.text, lacks, job.task),
    icon: status.icon,
    tone: status.tone,
    contextValue: kindOf(job),
    subject: { job: job.id, session: job.session, path: job.workdir },
    action: action(t, 'openJob', job.id),
    children: problems.map((one) => missingNode(ctx, job, one)),
    tooltip: [
      `**${escapeMarkdown(label)}** ${escapeMarkdown(status.text)}`,
      escapeMarkdown(oneLine(job.prompt, 300)),
      escapeMarkdown(why),
      missing.length === 0
        ? ''
        : `${escapeMarkdown(t('Still missing for it to count as done:'))}\n${missing.map((one) => `- ${escapeMarkdown(one)}`).join('\n')}`,
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
    accessibilityLabel: [label, status.text, lacks].filter((part) => part !== null).join(', '),
  });
};
