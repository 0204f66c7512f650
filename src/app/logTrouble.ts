import type { Problem } from '../base/problem.ts';

/** Failures that pass by themselves, or that another process has every right to cause. */
const passing: ReadonlySet<string> = new Set(['store.busy', 'store.fenced', 'store.closed']);
/** Failures that end when a person makes room or gives leave; the log itself is as it was. */
const mendable: ReadonlySet<string> = new Set(['store.full', 'store.readOnly']);

/** Whether the log can't be read or written at present, so that nothing that happens can be recorded. */
export const isLogTrouble = (problem: Problem): boolean =>
  problem.code.startsWith('store.') && !passing.has(problem.code);

/** Whether this process will never see the log again that it opened; only opening the repository again helps. */
export const isLogLost = (problem: Problem): boolean => isLogTrouble(problem) && !mendable.has(problem.code);
