import { commands, ProgressLocation, Uri, window, type QuickPickItem } from 'vscode';
import type { App } from '../../app/app.ts';
import { placeOfLease } from '../../app/places.ts';
import { reasonWords } from '../../app/views/leaseWords.ts';
import { holderOf } from '../../core/lease/facts.ts';
import { recoverySteps } from '../../core/lease/recover.ts';
import type { Lease, RecoveryStep } from '../../core/lease/types.ts';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';
import { pickLease } from './pickLease.ts';

type Choice = QuickPickItem & { readonly step: RecoveryStep | 'open' | 'keep' };

const wordsOf = (step: RecoveryStep): Pick<QuickPickItem, 'label' | 'detail'> =>
  ({
    rescue: {
      label: t('$(save) Keep a copy, then free the files'),
      detail: t('What is there goes into a commit that git keeps. The worktree stays as it is.'),
    },
    release: { label: t('$(unlock) Free the files'), detail: t('Its worktree is gone, so there is nothing to keep.') },
    inspect: { label: t('$(search) Look again'), detail: t('The lease ends by itself when its worktree is clean.') },
  })[step];

/** Only what helps for this reason; what could not be looked at is never given free unseen. */
const choicesFor = (lease: Lease): readonly Choice[] => {
  const reason = lease.reason ?? 'inspection-failed';
  return [
    ...recoverySteps[reason].map((step): Choice => ({ ...wordsOf(step), step })),
    ...(reason === 'missing-worktree'
      ? []
      : [{ label: t('$(folder-opened) Open the worktree'), step: 'open' as const }]),
    { label: t('$(lock) Leave it leased'), step: 'keep' },
  ];
};

/** Says why a lease needs a person, and takes the step that the person chooses. */
export const createRecoverLease =
  (deps: CommandDeps): CommandHandler =>
  async (id) => {
    const { app } = deps;
    const lease = await pickLease(app, id, (one) => one.state === 'recovery-needed');
    if (lease === undefined) return;
    const reason = reasonWords(t, lease.reason ?? 'inspection-failed');
    const chosen = await window.showQuickPick(choicesFor(lease), {
      title: t('The lease of {task} needs recovery', { task: holderOf(app.state, lease) }),
      placeHolder: t('Its time was up, and {reason}.', { reason }),
    });
    if (chosen === undefined || chosen.step === 'keep') return;
    if (chosen.step === 'open') {
      const path = placeOfLease(app.facts, lease.worktree);
      await commands.executeCommand('vscode.openFolder', Uri.file(path), { forceNewWindow: true });
      return;
    }
    await take(app, lease, chosen.step);
  };

async function take(app: App, lease: Lease, step: RecoveryStep): Promise<void> {
  const task = holderOf(app.state, lease);
  const done = await window.withProgress(
    { location: ProgressLocation.Notification, title: t('Recovering the lease of {task}…', { task }) },
    () => app.recoverLease(lease.id, step, editor),
  );
  if (!done.ok) return void showProblem(done.error);
  const left = app.state.leases[lease.id];
  const said =
    left?.reason !== undefined
      ? t('The lease of {task} still needs recovery: {reason}.', { task, reason: reasonWords(t, left.reason) })
      : done.value !== null
        ? t('The lease of {task} is free again. What was there is kept as {rescue}.', { task, rescue: done.value })
        : t('The lease of {task} is free again.', { task });
  void window.showInformationMessage(said);
}
