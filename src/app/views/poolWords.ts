import type { Problem, Translate } from '../../base/problem.ts';
import { personWord } from './actorWord.ts';
import type { Loop } from '../../core/loop/types.ts';
import { poolSize } from '../../core/poolTune/poolSize.ts';
import type { PoolTuning } from '../../core/poolTune/types.ts';

interface Reader {
  readonly t: Translate;
}

/** Why a loop works on one task at a time although it was to have several; none where it has what was wanted. */
export const clampLines = ({ t }: Reader, { clamped }: Loop['options']): readonly string[] =>
  // Nobody is told why a loop has one task at a time that was to have one.
  clamped === undefined || clamped.wanted <= 1
    ? []
    : clamped.why.map((why) =>
        t('one task at a time, not {count}: {why}', { count: clamped.wanted, why: said(t, why) }),
      );

/** How many tasks are at work at once from now on, and why that is or stays so. */
export function tuningWords(
  { t }: Reader,
  { from, to, why, cooling }: Pick<PoolTuning, 'from' | 'to' | 'why' | 'cooling'>,
): string {
  const params = { from, to, count: to, why: said(t, why), left: cooling };
  if (from !== to) return t('tasks at once: {from} → {to}. {why}', params);
  return cooling > 0
    ? t('tasks at once: {count}, left alone for {left} more. {why}', params)
    : t('tasks at once: {count}. {why}', params);
}

/** The words for what a person said. */
export const setWords = (
  { t }: Reader,
  { from, to, by }: { readonly from: number; readonly to: number; readonly by: string },
): string => t('tasks at once: {from} → {to}, as {by} said', { from, to, by: personWord(t, by) });

/** How many tasks a loop works on at once, with the reason; nothing for one that has no queue. */
export function poolLines(reader: Reader, loop: Loop): readonly string[] {
  const { t } = reader;
  if (loop.options.guards === undefined) return [];
  const clamps = clampLines(reader, loop.options);
  if (clamps.length > 0) return clamps;
  const count = poolSize(loop);
  if (loop.poolBy !== undefined)
    return [t('tasks at once: {count}, as {by} said', { count, by: personWord(t, loop.poolBy) })];
  const last = loop.poolTunings?.at(-1);
  if (last) return [tuningWords(reader, last)];
  const terms = loop.options.poolTerms;
  return terms
    ? [t('tasks at once: {count}, moved between {min} and {max} by what is measured', { count, ...bounds(terms) })]
    : [count === 1 ? t('one task at a time') : t('{count} at once', { count })];
}

const bounds = ({ min, max }: { readonly min: number; readonly max: number }) => ({ min, max });

const said = (t: Translate, { text, params }: Problem): string => t(text, params);
