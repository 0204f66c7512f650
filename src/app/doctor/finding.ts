import type { Problem, Translate } from '../../base/problem.ts';

/** One line of the doctor, in its reader's language. `fail` keeps MAM from working, `warn` is worth knowing. */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail';
  readonly what: string;
  readonly words: string;
  /** The command that mends it; null where there is none, or nothing to mend. */
  readonly argv: readonly string[] | null;
}

export const finding = (
  level: Finding['level'],
  what: string,
  words: string,
  argv: readonly string[] | null = null,
): Finding => ({ level, what, words, argv });

export const saidBy = (t: Translate, { text, params }: Problem): string => t(text, params);
