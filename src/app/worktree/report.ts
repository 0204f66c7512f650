import { bullets, code, page, sentences } from '../reports/markdown.ts';
import type { PreparedWorktree, WorktreeWanted } from './types.ts';

/** active_worktree_prepare.md: the worktree that was made for a role, and what it starts from. */
export const worktreeMarkdown = (
  wanted: WorktreeWanted,
  { base, fetched, warnings }: Pick<PreparedWorktree, 'base' | 'fetched' | 'warnings'>,
  shownPath: string,
  stamp: { readonly seq: number; readonly at: string },
): string =>
  page(
    'Active Worktree Prepare',
    [
      bullets([
        'Execute: true',
        `Role: ${wanted.role}`,
        `Issue: ${wanted.issue}`,
        `Branch: ${code(wanted.branch)}`,
        `Worktree: ${code(shownPath)}`,
        `Base: ${code(base.name)} at ${base.commit}`,
        `Fetched: ${fetched}`,
      ]),
      `## Warnings\n\n${sentences(warnings)}`,
    ],
    stamp,
  );
