import type { LoopEvent } from '../../core/autoLoop/event.ts';
import type { CircuitEvent } from '../../core/circuit/event.ts';
import { clampLines, setWords, tuningWords } from './poolWords.ts';
import { phrase, shortList } from './words.ts';
import { sentence, type ViewContext } from './viewContext.ts';

/** One event of a loop, or of an agent that it leaves alone, as a sentence. */
export const loopEventWords = (ctx: ViewContext, event: LoopEvent | CircuitEvent): string => {
  const { t } = ctx;
  switch (event.type) {
    case 'loopStarted':
      return phrase(t('loop started'), ...clampLines(ctx, event.options));
    case 'loopStopRequested':
      return t('loop asked to stop');
    case 'loopFinishing':
      return t('loop begins nothing more, its lanes go on');
    case 'taskOverran':
      return t('at work for more than {seconds} s', { seconds: event.seconds });
    case 'taskClockTurned':
      return event.goes ? t('its time goes on') : t('its time stands still');
    case 'retryPlanned':
      return t('tried again after a while: {why}', { why: sentence(ctx, event.why) });
    case 'loopResumed':
      return t('loop resumed');
    case 'cycleSettled':
      return event.outcome === 'completed' ? t('completed in this loop') : t('set aside for this loop');
    case 'lanesTuned':
      return event.tuning.recommendations.length === 0
        ? t('lanes compared: none is slow')
        : t('slow lanes: {lanes}', {
            lanes: shortList(event.tuning.recommendations.map(({ role, agent }) => `${t(role)} (${agent})`)),
          });
    case 'tuningApplied':
      return t('{role} ({agent}) gets {effort} for the next task, by hand', {
        role: t(event.role),
        agent: event.agent,
        effort: event.effort,
      });
    case 'tuningDismissed':
      return t('advice about {role} ({agent}) dismissed', { role: t(event.role), agent: event.agent });
    case 'poolTuned':
      return tuningWords(ctx, event.tuning);
    case 'poolSet':
      return setWords(ctx, event);
    case 'loopHalted':
      return t('loop ends: {why}', { why: sentence(ctx, event.why) });
    case 'loopEnded':
      return event.outcome === 'completed'
        ? t('loop completed')
        : event.outcome === 'blocked'
          ? t('loop blocked')
          : t('loop stopped');
    case 'circuitOpened':
      return t('{agent} gets no job for now: {count} {count|of its lanes|of its lanes in a row} failed', {
        agent: event.agent,
        count: event.failures,
      });
    case 'circuitClosed':
      return t('{agent} gets jobs again', { agent: event.agent });
  }
};
