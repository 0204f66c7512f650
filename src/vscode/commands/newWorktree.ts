import { isAbsolute, join } from 'node:path';
import { commands, ProgressLocation, Uri, window } from 'vscode';
import { worktreeSettled } from '../../app/worktreeSettled.ts';
import { shortRef } from '../../app/views/words.ts';
import { t } from '../translate.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { showProblem } from '../notify.ts';
import { dispatch } from './dispatch.ts';

/** What git certainly refuses; the rest it says itself. */
const branchError = (branch: string): string | undefined =>
  /^(?![-/])(?!.*(?:\.\.|\/\/|@\{|\.lock$|[/.]$))[^\s~^:?*[\\\p{Cc}]+$/u.test(branch)
    ? undefined
    : t('Use letters, digits, - and /, without spaces or two dots.');

const folderOf = (deps: CommandDeps, branch: string): string => {
  const root = deps.settings()['mam.worktrees.root'];
  const base = isAbsolute(root) ? root : join(deps.app.facts.controlRoot, root);
  return join(base, branch.replaceAll('/', '-'));
};

export const createNewWorktree =
  (deps: CommandDeps): CommandHandler =>
  async () => {
    const { app } = deps;
    const base = await app.resolveBase();
    if (!base.ok) return void showProblem(base.error);
    const { commit, ref } = base.value;
    const branch = await window.showInputBox({
      title: t('New Worktree'),
      prompt: t('Name of its new branch; it starts at {base}', { base: shortRef(ref) }),
      placeHolder: 'feature/login',
      ignoreFocusOut: true,
      validateInput: branchError,
    });
    if (branch === undefined) return;
    const path = folderOf(deps, branch);
    if (!(await dispatch(deps, { type: 'createWorktree', path, branch, commit }))) return;
    const state = await window.withProgress(
      {
        location: ProgressLocation.Notification,
        title: t('Making the worktree {branch}…', { branch }),
        cancellable: true,
      },
      (_progress, token) => worktreeSettled(app, path, (listener) => token.onCancellationRequested(listener)),
    );
    if (state !== 'ready') return;
    const open = t('Open in New Window');
    const chosen = await window.showInformationMessage(t('The worktree {branch} is ready.', { branch }), open);
    if (chosen === open) await commands.executeCommand('vscode.openFolder', Uri.file(path), { forceNewWindow: true });
  };
