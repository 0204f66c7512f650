import { window } from 'vscode';
import { holderOf } from '../../core/lease/facts.ts';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';
import { pickLease } from './pickLease.ts';

/** Takes a lease over after a question, since somebody may be at work with it. */
export const createTakeOverLease =
  (deps: CommandDeps): CommandHandler =>
  async (id) => {
    const { app } = deps;
    const lease = await pickLease(
      app,
      id,
      (one) => one.state === 'active' && one.person === undefined && one.takeover === undefined,
    );
    if (lease === undefined) return;
    const takeOver = t('Take Over');
    const answer = await window.showWarningMessage(
      t('Take over the lease of {task}?', { task: holderOf(app.state, lease) }),
      {
        modal: true,
        detail:
          lease.borrower === null
            ? t('Nobody writes with it now. It is yours at once; give it back when you are done.')
            : t('{agent} writes with it and is told. What it wrote stays in its worktree and is not committed.', {
                agent: lease.borrower.agent,
              }),
      },
      takeOver,
    );
    if (answer !== takeOver) return;
    const done = await app.takeOverLease(lease.id, editor);
    if (!done.ok) void showProblem(done.error);
  };
