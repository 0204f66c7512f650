import { isAbsolute, join } from 'node:path';
import { commands, ProgressLocation, Uri, window } from 'vscode';
import type { WorktreeBase } from '../../app/worktree/bases.ts';
import { showProblem } from '../notify.ts';
import { sentenceOf, t } from '../translate.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';

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

/** The shared base without a question, unless there is more here than in it. */
const pickBase = async (bases: readonly WorktreeBase[]): Promise<WorktreeBase | undefined> => {
  if (bases.length === 1) return bases[0];
  const items = bases.map((base) => ({
    label: base.name,
    description: base.kind === 'shared' ? t('what everybody starts from') : t('with commits that are only here'),
    base,
  }));
  const picked = await window.showQuickPick(items, { title: t('Where does the new worktree start?') });
  return picked?.base;
};

/** Asks for a branch and makes a worktree of it: its folder and what there is to say of it; undefined when there is none. */
export const makeWorktree = async (
  deps: CommandDeps,
): Promise<{ readonly path: string; readonly said: string } | undefined> => {
  const { app } = deps;
  const bases = await app.worktreeBases();
  if (!bases.ok) {
    void showProblem(bases.error);
    return undefined;
  }
  const base = await pickBase(bases.value);
  if (base === undefined) return undefined;
  const branch = await window.showInputBox({
    title: t('New Worktree'),
    prompt: t('Name of its new branch; it starts at {base}', { base: base.name }),
    placeHolder: 'feature/login',
    ignoreFocusOut: true,
    validateInput: branchError,
  });
  if (branch === undefined) return undefined;
  const path = folderOf(deps, branch);
  const done = await window.withProgress(
    {
      location: ProgressLocation.Notification,
      title: t('Making the worktree {branch}…', { branch }),
      cancellable: true,
    },
    (_progress, token) =>
      // Whoever cancels stops waiting; what was begun is made all the same.
      Promise.race([
        app.prepareWorktree({ path, branch, base, prepares: null }, editor),
        new Promise<null>((resolve) => token.onCancellationRequested(() => resolve(null))),
      ]),
  );
  if (done === null) return undefined;
  if (!done.ok) {
    void showProblem(done.error);
    return undefined;
  }
  const { fetched, warnings } = done.value;
  const stale = fetched === 'failed' ? warnings.map(sentenceOf) : [];
  return { path, said: [t('The worktree {branch} is ready.', { branch }), ...stale].join(' ') };
};

export const createNewWorktree =
  (deps: CommandDeps): CommandHandler =>
  async () => {
    const made = await makeWorktree(deps);
    if (made === undefined) return;
    const open = t('Open in New Window');
    const chosen = await window.showInformationMessage(made.said, open);
    if (chosen === open)
      await commands.executeCommand('vscode.openFolder', Uri.file(made.path), { forceNewWindow: true });
  };
