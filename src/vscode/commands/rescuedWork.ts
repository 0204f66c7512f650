import { commands, window, workspace } from 'vscode';
import { commandId } from '../ids.ts';
import { t } from '../translate.ts';
import { rescueUri } from '../rescuePages.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { pickRescue } from './pickRescue.ts';

/** Lists the work that was kept; one of them can be looked into, and got back. */
export const createRescuedWork =
  ({ app }: CommandDeps): CommandHandler =>
  async (named) => {
    const name = named ?? (await pickRescue(app, t('Rescued Work')));
    if (name === undefined) return;
    if (named === undefined) {
      const show = { label: `$(go-to-file) ${t('Show what is in it')}`, restores: false };
      const restore = { label: `$(discard) ${t('Restore')}`, restores: true };
      const chosen = await window.showQuickPick([show, restore], { title: name });
      if (chosen === undefined) return;
      if (chosen.restores) return void (await commands.executeCommand(commandId('restoreRescue'), name));
    }
    await window.showTextDocument(await workspace.openTextDocument(rescueUri(name)), { preview: false });
  };
