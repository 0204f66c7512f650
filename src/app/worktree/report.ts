import { bullets, code, page, sentences } from '../reports/markdown.ts';
import type { PreparedWorktree } from './types.ts';

/** active_worktree_prepare.md: the worktree that was made for a role, and what it starts from. */
export const worktreeMarkdown = (
  { role, issue }: { readonly role: string; readonly issue: string },
  {
    branch,
    path,
    base,
    fetched,
    committedAt,
    ports,
    warnings,
  }: PreparedWorktree & {
    readonly branch: string;
    /** As it may be shown. */
    readonly path: string;
  },
  stamp: { readonly seq: number; readonly at: string },
): string =>
  page(
    'Active Worktree Prepare',
    [
      bullets([
        'Execute: true',
        `Role: ${role}`,
        `Issue: ${issue}`,
        `Branch: ${code(branch)}`,
        `Worktree: ${code(path)}`,
        `Base: ${code(base.name)} at ${base.commit}${committedAt === null ? '' : ` of ${committedAt}`}`,
        `Fetched: ${fetched}`,
        ...(ports === null ? [] : [`Ports: ${ports.first} to ${ports.first + ports.count - 1}`]),
      ]),
      `## Warnings\n\n${sentences(warnings)}`,
    ],
    stamp,
  );
