import { assertNever } from '../../base/assertNever.ts';
import type { SessionStatus } from '../../core/agentSession/status.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import type { Tone } from './treeNode.ts';
import { sentence, type ViewContext } from './viewContext.ts';
import { oneLine, phrase, since } from './words.ts';

/** How a session stands, as every screen says it. */
export interface SessionWords {
  /** A few words: the state, and what or since when. */
  readonly text: string;
  readonly icon: string;
  readonly tone: Tone;
  /** What there is to say beside it, whole: the question, the reason. Null for nothing. */
  readonly detail: string | null;
  /** Where that is known from, and since when. */
  readonly source: string;
}

type Shown = Omit<SessionWords, 'source'>;
type Shows = Pick<AgentSession, 'agent' | 'stopping' | 'ended' | 'conversation'>;

const asks = (ctx: ViewContext, status: Extract<SessionStatus, { kind: 'needsYou' }>, agent: string): Shown => {
  const { t } = ctx;
  const seen = status.onScreen ? t('seen on screen') : null;
  const question = oneLine(status.text);
  const needs = {
    permission: { text: t('asks: {question}', { question }), icon: 'bell-dot' },
    question: { text: t('asks: {question}', { question }), icon: 'bell-dot' },
    trust: { text: t('asks whether it may trust its folder'), icon: 'shield' },
    signIn: { text: t('sign in to {agent}', { agent }), icon: 'key' },
  };
  const { text, icon } = needs[status.need];
  const detail =
    status.need === 'signIn'
      ? phrase(status.text, t('no API key reaches {agent} unless mam.agents.auth is any for it', { agent }))
      : status.text;
  return { text: phrase(text, seen), icon, tone: 'attention', detail };
};

const shown = (ctx: ViewContext, session: Shows, status: SessionStatus): Shown => {
  const { t } = ctx;
  const plain = (text: string, icon: string, tone: Tone = 'none', detail: string | null = null): Shown => ({
    text,
    icon,
    tone,
    detail,
  });
  const why = session.ended?.problem ? sentence(ctx, session.ended.problem) : null;
  // A conversation whose id nobody knows is not found again.
  const goesOn = session.conversation !== null;
  if (session.stopping) return plain(t('stopping'), 'debug-stop', 'active');
  switch (status.kind) {
    case 'starting':
      return plain(t('starting'), 'loading~spin', 'active');
    case 'working':
      return plain(t('working, {time}', { time: since(ctx, status.since) }), 'sync~spin', 'active');
    case 'needsYou':
      return asks(ctx, status, session.agent);
    case 'limited':
      return plain(
        status.until === null
          ? t('limited, without a word until when')
          : t('limited until {time}', { time: ctx.clock(status.until) }),
        'clock',
      );
    case 'idle':
      return plain(t('idle'), 'circle-outline', 'muted');
    case 'done':
      return plain(
        status.by === 'person'
          ? t('done: a person said so, {time}', { time: ctx.clock(status.since) })
          : t('done: report {time}', { time: ctx.clock(status.since) }),
        'check',
        'good',
      );
    case 'stoppedWithoutReport':
      return plain(
        t('stopped without a report'),
        'question',
        'attention',
        t('Its turn is over, and the report that its job owes is not there. Look at it, or retry the job.'),
      );
    case 'shell':
      return plain(t('agent gone, shell open'), 'debug-disconnect', 'attention', why);
    case 'gone':
      return plain(t('agent gone'), 'debug-disconnect', 'attention', why);
    case 'interrupted':
      return plain(goesOn ? t('interrupted, can resume') : t('interrupted'), 'debug-pause', 'attention', why);
    case 'stopped':
      return plain(goesOn ? t('stopped, can resume') : t('stopped'), 'debug-stop', 'muted', why);
    case 'failed':
      return plain(oneLine(sentence(ctx, status.problem)), 'error', 'bad', sentence(ctx, status.problem));
    case 'unobservable':
      return plain(
        t('can’t be observed: {reason}', { reason: oneLine(sentence(ctx, status.problem)) }),
        'eye-closed',
        'muted',
        sentence(ctx, status.problem),
      );
    default:
      return assertNever(status);
  }
};

const sourceWords = (ctx: ViewContext, source: SessionStatus['source']): string => {
  const { t } = ctx;
  return {
    hook: t('its own hooks'),
    transcript: t('its transcript'),
    shell: t('marks of its shell'),
    process: t('its processes'),
    watcher: t('a program that watches its screen'),
    screen: t('the text on its screen'),
    record: t('the log of MAM'),
  }[source];
};

/** The words of a session's status in the reader's language. */
export const sessionWords = (ctx: ViewContext, session: Shows, status: SessionStatus): SessionWords => ({
  ...shown(ctx, session, status),
  source: ctx.t('Since {time}, told by {source}.', {
    time: ctx.clock(status.since),
    source: sourceWords(ctx, status.source),
  }),
});
