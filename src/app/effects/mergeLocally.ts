import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { findRun } from '../findRun.ts';
import type { EffectContext, EffectOf, Handler } from './handler.ts';

/**
 * Fast-forwards the base to exactly what was approved. A base that holds the work already, by whoever's hand, counts as
 * merged; one that moved otherwise is left where it is, and the work is merged onto it and checked before it is asked for again.
 */
export const mergeLocally: Handler<'mergeLocally'> = async (effect, context) => {
  const { git, prove, state } = context;
  const now = await git.refs([effect.baseRef]);
  if (!now.ok) return { kind: 'failed', problem: now.error };
  const found = now.value[effect.baseRef];
  if (found === effect.head) return { kind: 'mergeLocally' };
  const unproven = await prove();
  if (unproven) return { kind: 'failed', problem: unproven };
  if (found !== undefined && found !== effect.base) {
    const holds = await git.isAncestor(effect.of?.head ?? effect.head, found);
    if (!holds.ok) return { kind: 'failed', problem: holds.error };
    if (holds.value) return { kind: 'mergeLocally' };
    return { kind: 'failed', problem: stale(effect, findRun(state(), effect.run).task.id, found) };
  }
  const made = await madeAgain(effect, context);
  if (!made.ok) return { kind: 'failed', problem: made.error };
  const { baseRef, base, head } = effect;
  const merged = await git.fastForward({ baseRef, base, head });
  return merged.ok ? { kind: 'mergeLocally' } : { kind: 'failed', problem: merged.error };
};

/** No branch keeps a merge that waits for its yes, so that git may have cleared it away: the same call makes the same one. */
async function madeAgain(
  { of, base, head }: EffectOf<'mergeLocally'>,
  { git }: Pick<EffectContext, 'git'>,
): Promise<Result<void, Problem>> {
  if (of === undefined) return ok(undefined);
  const made = await git.mergeOnto({ from: base, base, ...of });
  if (!made.ok) return made;
  return made.value.kind === 'clean' && made.value.commit === head
    ? ok(undefined)
    : err(
        problem(
          'merge.notTheSame',
          'This git merges {head} in another way than the one that was checked and approved. Return the task, or merge {commit} with the git that made it.',
          { head: of.head.slice(0, 7), commit: head.slice(0, 7) },
        ),
      );
}

const stale = ({ baseRef }: EffectOf<'mergeLocally'>, task: string, found: string): Problem =>
  problem(
    'merge.stale',
    '{ref} moved to {found} since {task} was approved, so it is merged onto it and checked anew. Where no editor is open, mam resume does that; then approve it with mam gate {task}, and merge it.',
    { ref: baseRef, found, task },
  );
