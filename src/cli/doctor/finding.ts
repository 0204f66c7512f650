/** One line of the doctor. `fail` keeps MAM from working, `warn` is worth knowing. */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail';
  readonly what: string;
  readonly words: string;
}

export const finding = (level: Finding['level'], what: string, words: string): Finding => ({ level, what, words });
