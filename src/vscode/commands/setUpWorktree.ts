import { window, workspace } from 'vscode';
import type { App } from '../../app/app.ts';
import { worktreeName } from '../../app/views/worktreeName.ts';
import type { Worktree } from '../../core/worktree/types.ts';
import { showProblem } from '../notify.ts';
import { setUpUri } from '../setUpPages.ts';
import { sentenceOf, t } from '../translate.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';
import { dispatch } from './dispatch.ts';
import { pickWorktree } from './pickWorktree.ts';
import { askSetUp } from './setUpChoices.ts';
import { withSetUp } from './withSetUp.ts';

const choose = async (app: App, wanted: string | undefined): Promise<Worktree | undefined> => {
  const path = wanted ?? (await pickWorktree(app, { withMain: false }));
  return Object.values(app.state.worktrees).find((one) => one.path === path);
};

const showPage = async ({ state }: App, { id }: Worktree): Promise<void> => {
  const document = await workspace.openTextDocument(setUpUri(id, state.seq));
  await window.showTextDocument(document, { preview: false });
};

/** What the newest set-up of a worktree did and printed. */
export const createShowSetUp =
  ({ app }: CommandDeps): CommandHandler =>
  async (path) => {
    const worktree = await choose(app, path);
    if (worktree !== undefined) await showPage(app, worktree);
  };

/** Links, copies and commands once more; what is there is left as it is. */
export const createSetUpWorktree =
  (deps: CommandDeps): CommandHandler =>
  async (path) => {
    const { app } = deps;
    const worktree = await choose(app, path);
    if (worktree === undefined) return;
    const name = worktreeName(app.state, worktree.path);
    const choices = await askSetUp(await app.worktreeOffer(worktree));
    if (choices === undefined) return;
    for (const argv of choices.allowed) if (!(await dispatch(deps, { type: 'allowCheck', argv }))) return;
    const title = t('Setting the worktree {name} up…', { name });
    const done = await withSetUp(deps, { title, worktree: worktree.id }, () =>
      app.setUpWorktree(worktree.id, choices.submodules, editor),
    );
    if (done === null) return;
    if (!done.ok) return void showProblem(done.error);
    const show = t('Show What It Did');
    const said = [t('The worktree {worktree} was set up.', { worktree: name }), ...done.value.warnings.map(sentenceOf)];
    const chosen = await window.showInformationMessage(said.join(' '), show);
    if (chosen === show) await showPage(app, worktree);
  };
