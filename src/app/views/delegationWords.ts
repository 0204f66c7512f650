import type { AgentSessionEvent } from '../../core/agentSession/event.ts';
import type { DelegationEvent } from '../../core/delegation/event.ts';
import { assertNever } from '../../base/assertNever.ts';
import { activityWord, delegatedWord, deliveredByWord, endWord, signalWord } from './stateWords.ts';
import { oneLine } from './words.ts';
import { sentence, type ViewContext } from './viewContext.ts';

/** One event about agent sessions or delegated jobs as a sentence. */
export const delegationWords = (ctx: ViewContext, event: AgentSessionEvent | DelegationEvent): string => {
  const { t } = ctx;
  switch (event.type) {
    case 'agentSessionOpened':
      return t('session {name} asked for', { name: event.session.name });
    case 'agentSessionResumed':
      return t('session resumed');
    case 'agentSessionStarted':
      return t('session started');
    case 'agentSessionSeen':
      return t('session seen: {activity}', { activity: activityWord(t, event.sight.activity.kind) });
    case 'agentSessionIdentified':
      return t('conversation {id}', { id: event.conversation });
    case 'agentSessionStopRequested':
      return t('session asked to stop');
    case 'agentSessionStopFailed':
      return oneLine(sentence(ctx, event.problem), 160);
    case 'agentSessionEnded':
      return event.problem === null
        ? t('session ended: {how}', { how: endWord(t, event.how) })
        : oneLine(sentence(ctx, event.problem), 160);
    case 'agentSessionForgotten':
      return t('session taken off the list');
    case 'jobSubmitted':
      return t('job handed in');
    case 'jobWithdrawn':
      return oneLine(sentence(ctx, event.problem), 160);
    case 'jobRetried':
      return t('another attempt asked for');
    case 'attemptBegun':
      return t('attempt {attempt} begun', { attempt: event.attempt });
    case 'promptSending':
      return event.tries > 1 ? t('prompt typed once more') : t('prompt typed');
    case 'promptDelivered':
      return t('prompt delivered, seen by {by}', { by: deliveredByWord(t, event.by) });
    case 'promptNotDelivered':
      return oneLine(sentence(ctx, event.problem), 160);
    case 'attemptSignalled':
      return event.text === '' ? t('its agent: {word}', { word: signalWord(t, event.kind) }) : oneLine(event.text, 160);
    case 'wordOvertaken':
      return t('its agent asks for something after its word that it is done: that word counts no more');
    case 'permissionSettled':
      return t('question answered');
    case 'reportSighted':
      return event.report === null ? t('report gone') : t('report seen');
    case 'reportRefused':
      return event.problem === null
        ? t('nothing is in the way of its report any more')
        : oneLine(sentence(ctx, event.problem), 160);
    case 'artifactsSighted':
      return t('{count} of the files that it is to leave are there', { count: event.there.length });
    case 'attemptLost':
      return t('its agent is gone: {how}', { how: endWord(t, event.how) });
    case 'attemptWouldComplete':
      return t('would count as done');
    case 'attemptEnded':
      return t('job ended: {status}', { status: delegatedWord(t, event.status) });
    case 'attemptContradicted':
      return t('a late word says otherwise: {kind}', { kind: signalWord(t, event.kind) });
    default:
      return assertNever(event);
  }
};
