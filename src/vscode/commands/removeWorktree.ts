import { commands, ProgressLocation, window } from 'vscode';
import { removalWords } from '../../app/views/removalWords.ts';
import { worktreeName } from '../../app/views/worktreeName.ts';
import type { Removal } from '../../app/worktree/remove.ts';
import { commandId } from '../ids.ts';
import { showProblem } from '../notify.ts';
import { sentenceOf, t } from '../translate.ts';
import { createViewContext } from '../viewContext.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';
import { dispatch } from './dispatch.ts';
import { pickWorktree } from './pickWorktree.ts';

/** Says what a worktree holds that is nowhere else, keeps a copy of it, and removes it; nothing of that without a yes. */
export const createRemoveWorktree =
  (deps: CommandDeps): CommandHandler =>
  async (wanted) => {
    const { app } = deps;
    const path = wanted ?? (await pickWorktree(app, { withMain: false, evenBroken: true }));
    if (path === undefined) return;
    const name = worktreeName(app.state, path);
    const nothing = { rescue: false, stop: false, anySize: false };
    const judged = await waiting(t('Looking at the worktree {name}…', { name }), () =>
      app.removeWorktree({ path, ...nothing, dryRun: true }, editor),
    );
    if (!judged.ok) return void showProblem(judged.error);
    const words = removalWords(createViewContext(app), judged.value, name);
    const { confirm, title, detail } = words;
    const answer = await window.showWarningMessage(
      title,
      { modal: true, detail },
      ...(confirm === null ? [] : [confirm]),
    );
    if (confirm === null || answer !== confirm) return;
    for (const argv of words.allows) if (!(await dispatch(deps, { type: 'allowCheck', argv }))) return;
    const done = await waiting(t('Removing the worktree {name}…', { name }), () =>
      app.removeWorktree({ path, ...words.agrees, dryRun: false }, editor),
    );
    if (!done.ok) return void showProblem(done.error);
    // Not awaited: what nobody answers must not hold the command.
    void (done.value.removed ? tell(name, done.value) : tellBlocked(name, done.value));
  };

const waiting = <T>(title: string, work: () => Promise<T>): Thenable<T> =>
  window.withProgress({ location: ProgressLocation.Notification, title }, work);

const tell = async (name: string, { rescue, sight }: Removal): Promise<void> => {
  const said = [
    t('The worktree {name} is removed.', { name }),
    ...(sight.branch === null ? [] : [t('Its branch {branch} stays.', { branch: sight.branch })]),
  ];
  if (rescue === null) return void window.showInformationMessage(said.join(' '));
  const copy = rescue.replace(/^refs\/mam\/rescue\//, '');
  const show = t('Show the Copy');
  const kept = t('What only it held is kept as {copy}.', { copy });
  const chosen = await window.showInformationMessage([...said, kept].join(' '), show);
  if (chosen === show) await commands.executeCommand(commandId('rescuedWork'), copy);
};

/** Something came in between: it was looked at again, and nothing was changed. */
const tellBlocked = (name: string, { blockers }: Removal): Thenable<unknown> =>
  window.showWarningMessage(t('The worktree {name} stays as it is.', { name }), {
    modal: true,
    detail: blockers.map(sentenceOf).join('\n\n'),
  });
