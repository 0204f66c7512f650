import { problem, type Problem } from '../base/problem.ts';
import type { Check } from '../core/evidence/types.ts';
import { askNow } from '../core/lease/heldNow.ts';
import type { Ask, Run } from '../core/loop/types.ts';
import type { State } from '../core/state.ts';
import type { App } from '../app/app.ts';
import { checkHash } from './checkHash.ts';
import type { Cli } from './cli.ts';
import { printable } from './paint.ts';
import { commandLine } from '../base/shellWord.ts';
import { fail, words } from './tell.ts';

/** How the questions of runs are answered: by a person at the terminal, by `--yes`, or not at all. */
export type Answers = 'ask' | 'yes' | 'leave';

/** Commands of a run that nobody allowed yet, by the hash that allows each. */
export const openChecks = (run: Run): readonly { readonly hash: string; readonly check: Check }[] =>
  run.ask?.kind === 'checks' ? run.ask.checks.map((check) => ({ hash: checkHash(check.argv), check })) : [];

/** What a run waits for, with the exact command that answers it. */
export function askProblem(self: string, run: Run, ask: Ask): Problem {
  const task = run.task.id;
  if (ask.kind === 'problem') return ask.problem;
  if (ask.kind === 'claims')
    return problem('run.needsClaims', '{task} names no files that it may change. Name them: {command}', {
      task,
      command: `${self} gate ${task} --claims 'src/**'`,
    });
  return problem('run.needsLeave', '{task} wants to run {checks}, which nobody allowed yet. Allow it: {command}', {
    task,
    checks: ask.checks.map((check) => `\`${check.line}\``).join(', '),
    command: ask.checks.map((check) => `${self} gate ${task} --allow-check ${checkHash(check.argv)}`).join(' && '),
  });
}

/** Puts a run's question to the person and takes the answer to the engine. Returns whether it was answered. */
export async function answerAsk(cli: Cli, app: App, run: Run, answers: Answers, signal: AbortSignal): Promise<boolean> {
  const { ask } = run;
  if (answers === 'leave' || ask === null || ask.kind === 'problem') return false;
  if (ask.kind === 'claims') {
    if (answers === 'yes') return false;
    const line = await cli.terminal.ask(
      cli.t('{task} names no files. Which may it change? Paths or globs, separated by commas; empty leaves it: ', {
        task: run.task.id,
      }),
      signal,
    );
    const claims = splitList(line ?? '');
    return claims.length > 0 && send(cli, app, { type: 'setClaims', run: run.id, claims });
  }
  for (const check of ask.checks) if (!(await allow(cli, app, run, check, answers, signal))) return false;
  return true;
}

async function allow(
  cli: Cli,
  app: App,
  run: Run,
  check: Check,
  answers: Answers,
  signal: AbortSignal,
): Promise<boolean> {
  const params = { task: run.task.id, check: printable(commandLine(check.argv)) };
  if (answers === 'ask') {
    const line = await cli.terminal.ask(
      cli.t('{task} wants to run {check} as its check, here and from now on. Allow it? [y/N] ', params),
      signal,
    );
    if (!/^\s*(?:y|yes|예|네)\s*$/i.test(line ?? '')) return false;
  }
  return send(cli, app, { type: 'allowCheck', argv: check.argv });
}

async function send(cli: Cli, app: App, command: Parameters<App['dispatch']>[0]): Promise<boolean> {
  const done = await app.dispatch(command, cli.actor);
  if (!done.ok) fail(cli, done.error, 0);
  return done.ok;
}

export const splitList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Why a run stands still, in the reader's language. */
export function askWords(cli: Cli, state: State, run: Run): string | null {
  const ask = askNow(state, run);
  return ask === null ? null : words(cli, askProblem(cli.self, run, ask));
}
