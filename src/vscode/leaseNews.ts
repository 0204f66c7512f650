import { commands, window } from 'vscode';
import type { App } from '../app/app.ts';
import type { Disposable } from '../base/disposable.ts';
import { reasonWords } from '../app/views/leaseWords.ts';
import { holderOf } from '../core/lease/facts.ts';
import type { Lease } from '../core/lease/types.ts';
import { commandId } from './ids.ts';
import type { Tells } from './tells.ts';
import { t } from './translate.ts';

/** What a lease has to tell, as one word that changes with it; null for nothing. */
const newsOf = (lease: Lease): string | null => {
  if (lease.state === 'recovery-needed') return `${lease.id} recovery ${lease.renewedAt ?? lease.claimedAt}`;
  return lease.takeover ? `${lease.id} takeover ${lease.takeover.at}` : null;
};

/** Tells in one window that a lease is being taken over or needs recovery, with the next step; the inbox keeps it. */
export const announceLeases = (app: App, tells: Tells): Disposable => {
  // What was so before this window opened is in the inbox; it is no news.
  let told = new Set(Object.values(app.state.leases).map(newsOf));

  const tell = async (lease: Lease, news: string): Promise<void> => {
    if (!(await tells(`lease ${news}`))) return;
    const task = holderOf(app.state, lease);
    if (lease.takeover && lease.state === 'active') {
      void window.showWarningMessage(t('{by} takes over the lease of {task}.', { by: lease.takeover.by, task }));
      return;
    }
    const recover = t('Recover…');
    const reason = reasonWords(t, lease.reason ?? 'inspection-failed');
    const chosen = await window.showWarningMessage(
      t('The lease of {task} needs recovery: {reason}.', { task, reason }),
      recover,
    );
    if (chosen === recover) await commands.executeCommand(commandId('recoverLease'), lease.id);
  };

  return app.onDidChange((state) => {
    const leases = Object.values(state.leases);
    const before = told;
    told = new Set(leases.map(newsOf));
    for (const lease of leases) {
      const news = newsOf(lease);
      if (news !== null && !before.has(news)) void tell(lease, news);
    }
  });
};
