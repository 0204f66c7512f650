import { isOver } from '../../core/delegation/attempts.ts';
import type { Attempt, DelegatedJob, ReportSight } from '../../core/delegation/types.ts';
import type { Recorded } from '../../core/event.ts';
import { actorWord } from './actorWord.ts';
import { deliveryWords, jobWords, missingWords } from './delegatedJobs.ts';
import { eventWords } from './eventWords.ts';
import { groundsWords } from './groundWords.ts';
import { deliveredByWord, delegatedWord, signalWord } from './stateWords.ts';
import { escapeMarkdown } from './treeNode.ts';
import { sentence, type Scene, type ViewContext } from './viewContext.ts';
import { oneLine, phrase } from './words.ts';

const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

const reportWords = (ctx: ViewContext, report: ReportSight): string => {
  const { t } = ctx;
  const verdict = { pass: t('pass'), notPass: t('not pass') };
  return phrase(
    t('report of {bytes} bytes', { bytes: report.bytes }),
    report.manifest ? t('whole, by its manifest') : t('without a manifest'),
    report.verdict === null ? null : t('verdict: {verdict}', { verdict: verdict[report.verdict] }),
    report.sha256.slice(0, 12),
  );
};

const endedBy = (ctx: ViewContext, by: NonNullable<Attempt['ended']>['by']): string =>
  ({ agent: ctx.t('the agent'), watcher: ctx.t('MAM, by what it saw'), person: ctx.t('a person'), host: ctx.t('MAM') })[
    by
  ];

const attemptLines = (ctx: ViewContext, attempt: Attempt): readonly string[] => {
  const { t } = ctx;
  const { delivery, signal, permission, report, wouldComplete, ended, contradictions } = attempt;
  const how = delivery.kind === 'notDelivered' ? sentence(ctx, delivery.problem) : deliveryWords(ctx, delivery);
  const by = delivery.kind === 'delivered' ? t('seen by {by}', { by: deliveredByWord(t, delivery.by) }) : null;
  return [
    t('begun {time}', { time: ctx.clock(attempt.beganAt) }),
    t('prompt: {how}', { how: escapeMarkdown(phrase(how, by)) }),
    ...(attempt.startedAt === null ? [] : [t('started {time}', { time: ctx.clock(attempt.startedAt) })]),
    ...(signal === null
      ? []
      : [
          t('its newest word, {time}: {words}', {
            time: ctx.clock(signal.at),
            words: escapeMarkdown(oneLine(signal.text === '' ? signalWord(t, signal.kind) : signal.text, 300)),
          }),
        ]),
    ...(permission === null ? [] : [t('waits for leave: {question}', { question: escapeMarkdown(permission.text) })]),
    ...(report === null ? [] : [escapeMarkdown(reportWords(ctx, report))]),
    ...(wouldComplete === null
      ? []
      : [
          t('would count as done since {time}, by: {grounds}', {
            time: ctx.clock(wouldComplete.at),
            grounds: escapeMarkdown(groundsWords(t, wouldComplete.grounds)),
          }),
        ]),
    ...(ended === null
      ? []
      : [
          t('ended {time} as {status}, decided by {by}', {
            time: ctx.clock(ended.at),
            status: delegatedWord(t, ended.status),
            by: endedBy(ctx, ended.by),
          }),
          ...(ended.grounds.length === 0
            ? []
            : [t('grounds: {grounds}', { grounds: escapeMarkdown(groundsWords(t, ended.grounds)) })]),
          ...(ended.problem === null ? [] : [escapeMarkdown(sentence(ctx, ended.problem))]),
        ]),
    ...(contradictions === 0 ? [] : [t('{count} later words say otherwise', { count: contradictions })]),
  ];
};

/** Whether an event is about a job; what was only seen of its session is told by the session's row. */
export const isAboutJob = ({ event }: Recorded, job: string): boolean =>
  (event.type === 'jobSubmitted' && event.job.id === job) || ('job' in event && event.job === job);

/** Everything about a delegated job on one page of Markdown: what is missing, its attempts and its events, newest first. */
export const jobTimeline = (ctx: ViewContext, scene: Scene, job: DelegatedJob, events: readonly Recorded[]): string => {
  const { t } = ctx;
  const session = scene.state.agentSessions[job.session];
  const missing = missingWords(ctx, scene, job);
  const facts = [
    t('Session: {session}', { session: escapeMarkdown(session?.name ?? job.session) }),
    t('Agent: {agent}', { agent: escapeMarkdown(phrase(job.agent, job.role)) }),
    t('Folder: {folder}', { folder: escapeMarkdown(job.workdir) }),
    t('Files: {claims}', {
      claims: job.claims.length === 0 ? t('it changes none') : escapeMarkdown(job.claims.join(', ')),
    }),
    ...(job.outside ? [t('It reaches outside: only its own word or a person’s ends it.')] : []),
  ];
  const sections = [
    `# ${escapeMarkdown(t('job {job}', { job: job.id }))}`,
    `**${escapeMarkdown(jobWords(ctx, job).text)}**`,
    bullets(facts),
    `## ${t('What is asked')}\n\n${escapeMarkdown(job.prompt)}`,
    ...(isOver(job)
      ? []
      : [
          `## ${t('Still missing for it to count as done')}`,
          missing.length === 0 ? t('Nothing.') : bullets(missing.map(escapeMarkdown)),
        ]),
    ...job.attempts
      .toReversed()
      .flatMap((attempt) => [
        `## ${t('Attempt {attempt}', { attempt: attempt.attempt })}`,
        bullets(attemptLines(ctx, attempt)),
      ]),
    `## ${t('Events')}`,
    events.length === 0
      ? t('None of the newest events is about it.')
      : bullets(
          events
            .toReversed()
            .map(({ at, actor, event }) =>
              escapeMarkdown(phrase(ctx.clock(at), actorWord(t, actor), eventWords(ctx, event))),
            ),
        ),
  ];
  return `${sections.join('\n\n')}\n`;
};
