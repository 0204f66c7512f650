import type { Run } from '../core/loop/types.ts';

/**
 * What every prompt of a loop in a checkout that a person named begins with: the one place that says what the change
 * counts from. Nothing for any other loop, so that its prompts stay as they are.
 */
export function contextBlock({ options: { source }, change, sight, start }: Run): readonly string[] {
  if (source === undefined) return [];
  const origin = source.baseFrom === 'option' ? 'named with --base' : 'HEAD when the loop began';
  return [
    [
      '[Worktree context]',
      `Path: ${source.path}`,
      `Branch: ${source.branch ?? '(detached)'}`,
      `Base: ${source.base} (${origin})`,
      `Head: ${change?.head ?? start ?? source.base}`,
      `Commits from base to head: ${sight?.commits ?? 0}`,
      `Uncommitted changes: ${sight?.uncommitted ?? 0}`,
    ].join('\n'),
  ];
}
