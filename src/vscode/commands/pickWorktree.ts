import { window } from 'vscode';
import type { App } from '../../app/app.ts';
import { shortCommit } from '../../app/views/words.ts';
import { t } from '../translate.ts';

/** A checkout's folder: of the main checkout or of a worktree that MAM knows. `evenBroken`: also one that could not be made. */
export const pickWorktree = async (
  app: App,
  { withMain, evenBroken = false }: { readonly withMain: boolean; readonly evenBroken?: boolean },
): Promise<string | undefined> => {
  const worktrees = Object.values(app.state.worktrees).filter(
    ({ state }) => state === 'ready' || (evenBroken && state === 'failed'),
  );
  const main = {
    label: `$(repo) ${t('Main checkout')}`,
    description: app.facts.branch ?? '',
    path: app.facts.sourceRoot,
  };
  const rows = worktrees.map((worktree) => ({
    label: `$(git-branch) ${worktree.branch ?? shortCommit(worktree.commit)}`,
    description: worktree.run === null ? '' : (app.state.runs[worktree.run]?.task.id ?? ''),
    detail: worktree.path,
    path: worktree.path,
  }));
  const items = [...(withMain && !app.facts.bare ? [main] : []), ...rows];
  if (items.length === 0) {
    void window.showInformationMessage(t('There is no worktree yet. Make one with New Worktree.'));
    return undefined;
  }
  if (items.length === 1) return items[0]?.path;
  const picked = await window.showQuickPick(items, { title: t('Which worktree?'), matchOnDescription: true });
  return picked?.path;
};
