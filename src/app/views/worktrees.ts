import type { Worktree, WorktreePurpose } from '../../core/worktree/types.ts';
import { action } from './actions.ts';
import { escapeMarkdown, treeNode, type Tone, type TreeNode } from './treeNode.ts';
import { phrase, shortCommit } from './words.ts';
import type { Scene, ViewContext } from './viewContext.ts';

const purposeWords = (ctx: ViewContext, purpose: WorktreePurpose): string => {
  switch (purpose) {
    case 'write':
      return ctx.t('for the implementer');
    case 'review':
      return ctx.t('for a review');
    case 'check':
      return ctx.t('for the checks');
    case 'person':
      return ctx.t('yours');
  }
};

const stateWords = (
  ctx: ViewContext,
  state: Worktree['state'],
): { readonly words: string; readonly icon: string; readonly tone: Tone } => {
  switch (state) {
    case 'creating':
      return { words: ctx.t('starting'), icon: 'loading~spin', tone: 'active' };
    case 'ready':
      return { words: '', icon: 'git-branch', tone: 'none' };
    case 'removing':
      return { words: ctx.t('being removed'), icon: 'loading~spin', tone: 'muted' };
    case 'failed':
      return { words: ctx.t('could not be made'), icon: 'warning', tone: 'attention' };
  }
};

const folderName = (path: string): string => path.split(/[/\\]/).findLast((part) => part !== '') ?? path;

const worktreeNode = (ctx: ViewContext, { state }: Scene, worktree: Worktree): TreeNode => {
  const run = worktree.run === null ? undefined : state.runs[worktree.run];
  const shown = stateWords(ctx, worktree.state);
  const at = worktree.branch ?? ctx.t('at {commit}', { commit: shortCommit(worktree.commit) });
  const description = phrase(shown.words, purposeWords(ctx, worktree.purpose), at);
  const label = run?.task.id ?? worktree.branch ?? folderName(worktree.path);
  return treeNode({
    id: `worktree:${worktree.id}`,
    label,
    description,
    icon: shown.icon,
    tone: shown.tone,
    contextValue: worktree.state === 'ready' ? 'worktree' : 'worktree.busy',
    subject: { path: worktree.path },
    action: worktree.state === 'ready' ? action(ctx.t, 'openWorktree', worktree.path) : null,
    tooltip: [
      `**${escapeMarkdown(label)}**`,
      escapeMarkdown(description),
      `\`${worktree.path.replaceAll('`', '')}\``,
    ].join('\n\n'),
  });
};

export const worktreesView = (ctx: ViewContext, scene: Scene): readonly TreeNode[] =>
  Object.values(scene.state.worktrees)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map((worktree) => worktreeNode(ctx, scene, worktree));
