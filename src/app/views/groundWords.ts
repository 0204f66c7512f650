import type { Translate } from '../../base/problem.ts';
import type { Ground } from '../../core/delegation/grounds.ts';
import { phrase } from './words.ts';

const words = (t: Translate): Readonly<Record<Ground, string>> => ({
  said: t('its agent said so'),
  report: t('its report is whole'),
  started: t('its agent began'),
  'report with its manifest': t('its report is whole, by its manifest'),
  'report without a change': t('its report did not change any more'),
  'verdict pass': t('verdict: {verdict}', { verdict: t('pass') }),
  'verdict notPass': t('verdict: {verdict}', { verdict: t('not pass') }),
  'idle by hook': t('its turn is over, told by {source}', { source: t('its own hooks') }),
  'idle by transcript': t('its turn is over, told by {source}', { source: t('its transcript') }),
  'idle by shell': t('its turn is over, told by {source}', { source: t('marks of its shell') }),
  'idle by watcher': t('its turn is over, told by {source}', { source: t('a program that watches its screen') }),
  'nothing runs': t('none of its commands runs'),
});

/** By what it was decided that a job is over. What a person said of it stands as they said it. */
export const groundsWords = (t: Translate, grounds: readonly string[]): string => {
  const known: Readonly<Record<string, string>> = words(t);
  return phrase(...grounds.map((ground) => (Object.hasOwn(known, ground) ? known[ground] : ground)));
};
