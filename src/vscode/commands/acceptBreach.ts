import { window } from 'vscode';
import type { App } from '../../app/app.ts';
import { isOpen } from '../../app/views/breachNodes.ts';
import { breachWords, tieWords } from '../../app/views/breachWords.ts';
import type { Breach } from '../../core/breach/types.ts';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import { createViewContext } from '../viewContext.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';

/** Shows what was found outside a worktree, and lets the work count all the same when the person says so. */
export const createAcceptBreach =
  ({ app }: CommandDeps): CommandHandler =>
  async (id) => {
    const breach = await pickBreach(app, id);
    if (breach === undefined) return;
    const context = createViewContext(app);
    const accept = t('Accept');
    const detail = [
      ...breach.names,
      ...(breach.more > 0 ? [t('… and {count} more', { count: breach.more })] : []),
      tieWords(context, breach) ?? t('Nothing ties it to a session: it only changed meanwhile.'),
      t('MAM changes nothing of it. If it should not be there, undo it before you accept.'),
    ].join('\n');
    const chosen = await window.showWarningMessage(breachWords(context, breach), { modal: true, detail }, accept);
    if (chosen !== accept) return;
    const done = await app.dispatch({ type: 'acceptBreach', breach: breach.id }, editor);
    if (!done.ok) void showProblem(done.error);
  };

/** The breach of this id, else the only one that waits, else the one that the person picks. */
async function pickBreach(app: App, id: string | undefined): Promise<Breach | undefined> {
  const named = id === undefined ? undefined : app.state.breaches[id];
  if (named !== undefined) return named;
  const open = Object.values(app.state.breaches).filter((breach) => isOpen(app.state, breach));
  if (open.length === 0) {
    void window.showInformationMessage(t('Nothing was found outside a worktree.'));
    return undefined;
  }
  if (open.length === 1) return open[0];
  const context = createViewContext(app);
  const picked = await window.showQuickPick(
    open.map((breach) => ({ label: breachWords(context, breach), breach })),
    { title: t('Which breach?') },
  );
  return picked?.breach;
}
