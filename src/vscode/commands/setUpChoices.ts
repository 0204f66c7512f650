import { window } from 'vscode';
import type { WorktreeOffer } from '../../app/worktree/offer.ts';
import { commandLine } from '../../base/shellWord.ts';
import { t } from '../translate.ts';

export interface SetUpChoices {
  readonly submodules: boolean;
  /** Commands that the person allows, once for all. */
  readonly allowed: readonly (readonly string[])[];
}

/** What else is to be done in a new worktree; asked only where there is something to choose, and nothing is preset. */
export const askSetUp = async ({ submodules, asks }: WorktreeOffer): Promise<SetUpChoices | undefined> => {
  if (!submodules && asks.length === 0) return { submodules: false, allowed: [] };
  const items = [
    ...(submodules ? [{ label: t('Fill its submodules'), detail: '', argv: null }] : []),
    ...asks.map((argv) => ({
      label: t('Allow and run: {command}', { command: commandLine(argv) }),
      detail: t('A set-up command of your settings that nobody allowed yet. It is remembered.'),
      argv,
    })),
  ];
  const picked = await window.showQuickPick(items, {
    title: t('What else is to be done there?'),
    placeHolder: t('Arrow down and Space choose, Enter goes on.'),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  if (picked === undefined) return undefined;
  return {
    submodules: picked.some(({ argv }) => argv === null),
    allowed: picked.flatMap(({ argv }) => (argv === null ? [] : [argv])),
  };
};
