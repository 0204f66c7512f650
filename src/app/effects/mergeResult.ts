import { checksAt } from '../checksAt.ts';
import { findRun } from '../findRun.ts';
import type { Handler } from './handler.ts';

/** Merges a head onto the base of now, and reads there which checks its task has. */
export const mergeResult: Handler<'mergeResult'> = async (effect, { git, state }) => {
  const run = findRun(state(), effect.run);
  const { from, base, head, message, at } = effect;
  const held = await git.isAncestor(head, base);
  if (!held.ok) return { kind: 'failed', problem: held.error };
  const made = await git.mergeOnto({ from, base, head, message, at });
  if (!made.ok) return { kind: 'failed', problem: made.error };
  const named = await checksAt(base, run.task.id, run.task, { git });
  if (!named.ok) return { kind: 'failed', problem: named.error };
  // A base that names the task no more says nothing of its checks: those that it was started with stay.
  const checks = named.value.from === 'base' ? named.value.checks : run.checks;
  return { kind: 'mergeResult', made: made.value, checks, ...(held.value ? { held: true } : {}) };
};
