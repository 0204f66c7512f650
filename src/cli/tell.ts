import type { Problem } from '../base/problem.ts';
import { exit, type Cli } from './cli.ts';
import { printable } from './paint.ts';

/** A problem in the reader's language, fit for a terminal. */
export const words = (cli: Pick<Cli, 't'>, problem: Problem): string => printable(cli.t(problem.text, problem.params));

/** `mam: sentence [code]`, the one form of a failure; returns the exit code to end with. */
export function fail(cli: Pick<Cli, 't' | 'terminal' | 'failed'>, problem: Problem, code: number): number {
  if (code !== exit.done) cli.failed?.(problem);
  cli.terminal.err(`mam: ${words(cli, problem)} [${problem.code}]`);
  return code;
}
