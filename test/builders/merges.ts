import { problem, type Problem } from '../../src/base/problem.ts';
import type { Effect } from '../../src/core/effect.ts';
import type { Check, CheckResult } from '../../src/core/evidence/types.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import type { Run } from '../../src/core/loop/types.ts';
import type { State } from '../../src/core/state.ts';

/** The commit of a merge is named after both sides, so that a test sees which it is. */
export const mergeOf = ({ base, head }: { readonly base: string; readonly head: string }): string =>
  `${head}-on-${base}`;

/** A merge that goes well, with the checks that the run has. */
export const mergedCleanly = (
  effect: Extract<Effect, { kind: 'mergeResult' }>,
  { runs }: Pick<State, 'runs'>,
): Outcome => ({
  kind: 'mergeResult',
  made: { kind: 'clean', commit: mergeOf(effect), tree: `tree-of-${mergeOf(effect)}`, both: [] },
  checks: runs[effect.run]?.checks ?? [],
});

export const staleMerge = (ref: string, found: string): Problem => problem('merge.stale', 'It moved.', { ref, found });

export const passedOn = (head: string, check: Check): CheckResult => ({
  check,
  head,
  outcome: 'passed',
  exitCode: 0,
  durationMs: 1,
  tail: '',
});

/** The problem that a run asks about. */
export const codeOfAsk = ({ ask }: Pick<Run, 'ask'>): string | null =>
  ask?.kind === 'problem' ? ask.problem.code : null;
