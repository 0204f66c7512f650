import { commands, window } from 'vscode';
import type { Phase } from './engineLink.ts';
import { t } from './translate.ts';

/** Why nothing can be done yet, with the way out. */
export const phaseSentence = (phase: Phase): string =>
  phase === 'untrusted'
    ? t('MAM runs nothing before you trust this folder: not even git.')
    : t('Open a folder of a git repository first.');

/** Says why a command can't run yet, and offers the next step. */
export const explainPhase = async (phase: Phase): Promise<void> => {
  if (phase === 'untrusted') {
    const trust = t('Manage Trust');
    const chosen = await window.showInformationMessage(phaseSentence(phase), trust);
    if (chosen === trust) await commands.executeCommand('workbench.trust.manage');
    return;
  }
  const open = t('Open Folder');
  const chosen = await window.showInformationMessage(phaseSentence(phase), open);
  if (chosen === open) await commands.executeCommand('vscode.openFolder');
};
