import { QuickPickItemKind, window, type QuickPickItem } from 'vscode';
import { shortCommit, phrase } from '../../app/views/words.ts';
import { whoWorksAt } from '../../app/views/whoWorksAt.ts';
import { t } from '../translate.ts';
import type { CommandDeps } from './deps.ts';
import { makeWorktree } from './newWorktree.ts';

export interface PlaceItem extends QuickPickItem {
  /** Makes or names the folder; undefined when the person turned away. */
  readonly choose: () => Promise<string | undefined>;
}

/** Where an agent could work: the worktrees, a new one, the main checkout. */
export const placeItems = (deps: CommandDeps): readonly PlaceItem[] => {
  const { app, terminals } = deps;
  const busy = (path: string): string | null => {
    const who = whoWorksAt(app.state, app.facts, path, terminals.all);
    return who.length === 0 ? null : t('$(warning) {who} works there', { who: who.join(', ') });
  };
  const worktrees = Object.values(app.state.worktrees)
    .filter((worktree) => worktree.state === 'ready')
    .map((worktree): PlaceItem => ({
      label: `$(git-branch) ${worktree.branch ?? shortCommit(worktree.commit)}`,
      description: phrase(worktree.run === null ? null : app.state.runs[worktree.run]?.task.id, busy(worktree.path)),
      detail: worktree.path,
      choose: async () => worktree.path,
    }));
  const created: PlaceItem = {
    label: `$(add) ${t('New Worktree…')}`,
    choose: async () => (await makeWorktree(deps))?.path,
  };
  const main: PlaceItem = {
    label: `$(repo) ${t('Main checkout')}`,
    description: phrase(app.facts.branch, busy(app.facts.sourceRoot)),
    choose: async () => app.facts.sourceRoot,
  };
  const separator: PlaceItem = { label: '', kind: QuickPickItemKind.Separator, choose: async () => undefined };
  return [...worktrees, ...(worktrees.length === 0 ? [] : [separator]), created, ...(app.facts.bare ? [] : [main])];
};

/** Where an agent is to work; undefined when the person turned away. */
export const pickPlace = async (deps: CommandDeps, title: string): Promise<string | undefined> => {
  const picked = await window.showQuickPick(placeItems(deps), {
    title,
    placeHolder: t('Which worktree?'),
    matchOnDescription: true,
  });
  return picked?.choose();
};
