import type { Handler } from './handler.ts';

/** Fast-forwards the base to the approved head; a base that is there already counts as merged. */
export const mergeLocally: Handler<'mergeLocally'> = async (effect, { git, prove }) => {
  const now = await git.refs([effect.baseRef]);
  if (!now.ok) return { kind: 'failed', problem: now.error };
  if (now.value[effect.baseRef] === effect.head) return { kind: 'mergeLocally' };
  const unproven = await prove();
  if (unproven) return { kind: 'failed', problem: unproven };
  const merged = await git.fastForward({ baseRef: effect.baseRef, base: effect.base, head: effect.head });
  return merged.ok ? { kind: 'mergeLocally' } : { kind: 'failed', problem: merged.error };
};
