import type { Translate } from '../../base/problem.ts';
import type { Activity, SessionEnd } from '../../core/agentSession/types.ts';
import type { DelegatedStatus, Delivery, LostHow } from '../../core/delegation/types.ts';
import type { JobSignal } from '../../core/job/types.ts';
import type { Phase, Run } from '../../core/loop/types.ts';
import type { Worktree } from '../../core/worktree/types.ts';
import { optionalPhaseWords } from './phaseWords.ts';

// Words of the log in the reader's language. Each table is whole, so that a new word asks for its own.

/** What an agent was seen doing. */
export const activityWord = (t: Translate, kind: Activity['kind']): string =>
  ({
    starting: t('starting'),
    working: t('working'),
    needsYou: t('needs you'),
    limited: t('limited'),
    idle: t('idle'),
    quiet: t('nothing runs'),
    unobservable: t('can’t be observed'),
  })[kind];

/** How a session, or the process of an attempt, came to its end. */
export const endWord = (t: Translate, how: SessionEnd | LostHow): string =>
  ({
    stopped: t('stopped'),
    gone: t('agent gone'),
    shell: t('agent gone, shell open'),
    interrupted: t('interrupted'),
    failed: t('could not be started'),
    replaced: t('another process took its place'),
  })[how];

/** What an agent said of its job. */
export const signalWord = (t: Translate, kind: JobSignal): string =>
  ({
    started: t('started'),
    progress: t('is at work'),
    permission_required: t('asks for leave'),
    completed: t('done'),
    error: t('failed'),
  })[kind];

/** By what it is known that a prompt got there. */
export const deliveredByWord = (t: Translate, by: Extract<Delivery, { kind: 'delivered' }>['by']): string =>
  ({
    hook: t('its own hooks'),
    echo: t('the text on its screen'),
    turn: t('the start of its turn'),
    argument: t('the command that started it'),
    started: t('a word of its agent'),
  })[by];

/** How a delegated job stands. */
export const delegatedWord = (t: Translate, status: DelegatedStatus): string =>
  ({
    pending: t('waiting'),
    running: t('running'),
    completed: t('done'),
    error: t('failed'),
    cancelled: t('cancelled'),
  })[status];

/** Where a run of a loop is. */
export const phaseWord = (t: Translate, phase: Phase): string =>
  ({
    ...optionalPhaseWords(t),
    preparing: t('being prepared'),
    implementing: t('being implemented'),
    reviewing: t('being checked and reviewed'),
    waiting: t('waits for your decision'),
    retrying: t('tried again after a while'),
    'needs-you': t('needs you'),
    stopped: t('stopped'),
    ended: t('ended'),
  })[phase];

/** What a run waits for that goes on by itself. */
export const retryingWords = (t: Translate, { retry }: Pick<Run, 'retry'>): string =>
  retry?.by === 'person' ? t('waits for its turn') : t('tried again after a while');

/** How a worktree stands. */
export const worktreeWord = (t: Translate, state: Worktree['state']): string =>
  ({
    creating: t('starting'),
    ready: t('ready'),
    removing: t('being removed'),
    failed: t('could not be made'),
  })[state];
