import { commandLine } from '../../base/shellWord.ts';
import type { remoteOf } from './freshBase.ts';
import type { WorktreeWish } from './types.ts';

/** The text of the issue that is opened for a worktree. */
export const issueBody = ({ role }: Pick<WorktreeWish, 'role'>): string => `Role: ${role}\n`;

/** The commands that do the same by hand; `from` is null for what is not fetched. */
export function byHand(
  wish: Pick<WorktreeWish, 'role' | 'title'>,
  { branch, path }: { readonly branch: string; readonly path: string },
  from: Awaited<ReturnType<typeof remoteOf>>,
  start: { readonly name: string; readonly taken: boolean },
): readonly string[] {
  const open =
    wish.title === null ? [] : [['gh', 'issue', 'create', '--title', wish.title, '--body', issueBody(wish).trimEnd()]];
  const fetch = from === null ? [] : [['git', 'fetch', from.remote, from.branch]];
  const add = ['git', 'worktree', 'add', ...(start.taken ? [] : ['-b', branch]), path, start.name];
  return [...open, ...fetch, add].map(commandLine);
}
