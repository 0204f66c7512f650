import type { Worktree, WorktreePurpose } from '../../core/worktree/types.ts';
import type { WorktreeStatus } from '../ports/git.ts';
import { action } from './actions.ts';
import { worktreeOf } from './leases.ts';
import { leaseSentence, leaseWords } from './leaseWords.ts';
import { overlapWords } from './overlapWords.ts';
import { escapeMarkdown, treeNode, type Tone, type TreeNode } from './treeNode.ts';
import { phrase, shortCommit, shortRef } from './words.ts';
import type { Scene, ViewContext } from './viewContext.ts';
import { worktreeName } from './worktreeName.ts';

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

interface Found {
  /** What stands in the row. */
  readonly shown: readonly string[];
  /** The same for who hears it: arrows are no words. */
  readonly spoken: readonly string[];
  /** What only the tooltip has room for. */
  readonly more: readonly string[];
  readonly lost: boolean;
}

const unknown: Found = { shown: [], spoken: [], more: [], lost: false };

const distance = (ctx: ViewContext, { ahead, behind, against }: WorktreeStatus): Pick<Found, 'shown' | 'spoken'> => {
  if (against === null || (ahead === 0 && behind === 0)) return unknown;
  const base = shortRef(against);
  return {
    shown: [`↑${ahead} ↓${behind} ${base}`],
    spoken: [ctx.t('{ahead} commits ahead of {base}, {behind} behind', { ahead, behind, base })],
  };
};

/** The way out for one whose folder is gone. */
export const folderLost = (ctx: ViewContext, path: string): string =>
  ctx.t('Put the folder back, or run `mam worktree remove {path}` to let git forget it.', { path });

/** How it stands on disk. Reviewers and checks only read, so there is nothing to count in theirs. */
const foundOnDisk = (ctx: ViewContext, worktree: Worktree, status: WorktreeStatus | undefined): Found => {
  if (status === undefined || worktree.state !== 'ready') return unknown;
  if (status.prunable !== null) {
    const words = [ctx.t('folder lost')];
    return {
      shown: words,
      spoken: words,
      more: [escapeMarkdown(status.prunable), folderLost(ctx, worktree.path)],
      lost: true,
    };
  }
  const counts = worktree.purpose === 'write' || worktree.purpose === 'person';
  const apart = counts ? distance(ctx, status) : unknown;
  const files = counts ? status.changed + status.untracked : 0;
  const rest = [
    ...(files === 0 ? [] : [files === 1 ? ctx.t('1 file') : ctx.t('{count} files', { count: files })]),
    ...(status.locked === null ? [] : [ctx.t('locked')]),
  ];
  return {
    shown: [...apart.shown, ...rest],
    spoken: [...apart.spoken, ...rest],
    more:
      status.locked === null || status.locked === ''
        ? []
        : [ctx.t('Locked: {reason}', { reason: escapeMarkdown(status.locked) })],
    lost: false,
  };
};

/** What the row's menu offers. A run looks after its own worktrees. */
const contextOf = ({ state, run }: Worktree, lost: boolean): string => {
  if (state === 'ready') return lost ? 'worktree.lost' : 'worktree';
  return state === 'failed' && run === null ? 'worktree.failed' : 'worktree.busy';
};

const worktreeNode = (ctx: ViewContext, scene: Scene, worktree: Worktree): TreeNode => {
  const shown = stateWords(ctx, worktree.state);
  const disk = foundOnDisk(ctx, worktree, scene.worktrees.get(worktree.path));
  const overlap = overlapWords(ctx, scene, disk.lost ? undefined : worktree);
  const label = worktreeName(scene.state, worktree.path);
  const lease = Object.values(scene.state.leases).find((one) => worktreeOf(scene.state, one)?.id === worktree.id);
  const leased = lease === undefined ? null : leaseWords(ctx, scene.state, lease, scene.awakeMs).word;
  const at = worktree.branch ?? ctx.t('at {commit}', { commit: shortCommit(worktree.commit) });
  const words = (onDisk: readonly string[]): readonly string[] => [
    shown.words,
    worktree.path === scene.checkout ? ctx.t('this window') : '',
    purposeWords(ctx, worktree.purpose),
    ...onDisk,
    leased === null ? '' : ctx.t('lease: {state}', { state: leased }),
    ...overlap.row,
    at === label ? '' : at,
  ];
  const description = phrase(...words(disk.shown));
  const usable = worktree.state === 'ready' && !disk.lost;
  return treeNode({
    id: `worktree:${worktree.id}`,
    label,
    description,
    icon: disk.lost ? 'warning' : shown.icon,
    tone: disk.lost || overlap.alarming ? 'attention' : shown.tone,
    contextValue: contextOf(worktree, disk.lost),
    subject: { path: worktree.path },
    action: usable ? action(ctx.t, 'showWorktreeInScm', worktree.path) : null,
    tooltip: [
      `**${escapeMarkdown(label)}**`,
      escapeMarkdown(phrase(...words(disk.spoken))),
      ...disk.more,
      ...(lease === undefined ? [] : [escapeMarkdown(leaseSentence(ctx, scene.state, lease, scene.awakeMs))]),
      ...overlap.more,
      `\`${worktree.path.replaceAll('`', '')}\``,
    ].join('\n\n'),
    accessibilityLabel: [label, ...words(disk.spoken)].filter((part) => part !== '').join(', '),
  });
};

export const worktreesView = (ctx: ViewContext, scene: Scene): readonly TreeNode[] =>
  Object.values(scene.state.worktrees)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map((worktree) => worktreeNode(ctx, scene, worktree));
