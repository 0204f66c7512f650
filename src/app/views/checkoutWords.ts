import { escapeMarkdown } from './treeNode.ts';
import type { Scene, ViewContext } from './viewContext.ts';
import { worktreeName } from './worktreeName.ts';

/** What people call the worktree that a window is in; null in the main checkout, where nothing is to be told. */
export const checkoutName = ({ state, checkout }: Scene): string | null =>
  checkout === undefined ? null : worktreeName(state, checkout);

/** Whose worktree a window is in, in a sentence of Markdown; empty in the main checkout. */
export const checkoutSentence = (ctx: ViewContext, scene: Scene): string => {
  const name = checkoutName(scene);
  if (name === null) return '';
  const worktree = Object.values(scene.state.worktrees).find(({ path }) => path === scene.checkout);
  const words = {
    write: ctx.t('This window is in the worktree of {name}: its writer works here.', { name }),
    review: ctx.t('This window is in a worktree for a review of {name}. It is thrown away afterwards.', { name }),
    check: ctx.t('This window is in a worktree for the checks of {name}. It is thrown away afterwards.', { name }),
    person: ctx.t('This window is in your worktree {name}.', { name }),
  };
  return escapeMarkdown(
    worktree === undefined ? ctx.t('This window is in the worktree {name}.', { name }) : words[worktree.purpose],
  );
};
