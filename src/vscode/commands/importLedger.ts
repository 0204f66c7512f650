import { commands, window } from 'vscode';
import { commandId } from '../ids.ts';
import { showProblem } from '../notify.ts';
import { sentenceOf, t } from '../translate.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';

/** What another tool left is taken over only when a person says so; its files are kept. */
export const createImportLedger =
  (deps: CommandDeps): CommandHandler =>
  async () => {
    const take = t('Import Ledger');
    const fresh = t('Start Fresh…');
    const answer = await window.showWarningMessage(
      t('Take over the ledger of the other tool?'),
      {
        modal: true,
        detail: t(
          'Its sessions, work units, history and open leases are taken over; no review and no gate is. Its files are moved to .mam/backups.',
        ),
      },
      take,
      fresh,
    );
    if (answer === fresh) return void (await commands.executeCommand(commandId('startFresh')));
    if (answer !== take) return;
    const done = await deps.app.importLedger(null, editor);
    if (!done.ok) return showProblem(done.error);
    const { imported, kept, ledger, warnings } = done.value;
    const words = [
      imported ? t('The ledger is taken over.') : t('The same ledger was taken over before; nothing was added.'),
      t('Sessions: {sessions} · done: {completed} · set aside: {deferred} · leases: {leases} · events: {events}', {
        sessions: ledger.sessions.length,
        completed: ledger.completed.length,
        deferred: ledger.deferred.length,
        leases: ledger.leases.length,
        events: ledger.events,
      }),
      t('Its files are in {folder}.', { folder: kept }),
      ...warnings.map(sentenceOf),
    ];
    void window.showInformationMessage(words.join(' '));
  };
