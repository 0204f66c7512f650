import { codeSpan, plainMarkdown } from '../../base/plainMarkdown.ts';
import { fill, type Problem } from '../../base/problem.ts';
import { isActive } from '../../core/loop/phases.ts';
import type { Ask, Run } from '../../core/loop/types.ts';
import { askNow } from '../../core/lease/heldNow.ts';
import type { State } from '../../core/state.ts';
import { newestFirst } from '../../core/loop/newestRun.ts';

/** A problem in the ledger's language, which is English wherever it is read. */
export const ledgerSentence = (problem: Problem): string => fill(problem.text, problem.params);

/** The same for Markdown: what the sentence names may come from anywhere, and only shows there. */
export const markdownSentence = ({ text, params }: Problem): string =>
  fill(
    text,
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? plainMarkdown(value) : value]),
    ),
  );

/** The newest run of each task that has one, oldest task first. */
export const newestRuns = (state: State): readonly Run[] => newestByTask(newestFirst(state));

/** The newest run of each task that committed something: a file about it stays true when the task is started again. */
export const newestChanges = (state: State): readonly Run[] =>
  newestByTask(newestFirst(state).filter((run) => run.change !== null));

function newestByTask(sorted: readonly Run[]): readonly Run[] {
  const newest = new Map<string, Run>();
  for (const run of sorted.toReversed()) newest.set(run.task.id, run);
  return [...newest.values()];
}

/** How a sentence of the ledger is written: as plain text, or as Markdown. */
type Say = (problem: Problem) => string;

/** Why a run does not go on, each thing once: what it asks a person, and what keeps its gate closed. */
export const blockersOf = (state: State, run: Run, say: Say = ledgerSentence): readonly string[] => {
  const ask = askNow(state, run);
  const asked = ask === null ? [] : [askSentence(run, ask, say)];
  const missing = isActive(run) ? [] : (run.gate?.rules ?? []).flatMap((rule) => rule.missing).map(say);
  return [...new Set([...asked, ...missing])];
};

/** What is asked about files that others hold, which changes with them and not with the run that asks. */
export const heldAsks = (state: State): string =>
  JSON.stringify(Object.values(state.runs).flatMap((run) => (run.ask?.kind === 'problem' ? [askNow(state, run)] : [])));

function askSentence(run: Run, ask: Ask, say: Say): string {
  if (ask.kind === 'problem') return say(ask.problem);
  if (ask.kind === 'checks')
    return `${run.task.id} waits for leave to run ${ask.checks.map((check) => codeSpan(check.line)).join(', ')}.`;
  return `${run.task.id} names no files. Set its claims.`;
}

export const warningsOf = (state: State, say: Say = ledgerSentence): readonly string[] => [
  ...new Set(state.queue.problems.map(say)),
];
