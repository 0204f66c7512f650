import { relative } from 'node:path';
import { RelativePattern, Uri, window, workspace } from 'vscode';
import { worktreeOf } from '../../app/views/leases.ts';
import { t } from '../translate.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { pickLease } from './pickLease.ts';

/** Files of a lease that are listed at most. */
const most = 500;

/** The files that a lease covers, where its holder writes them: the only one is opened, of several one is picked. */
export const createShowLeaseFiles =
  ({ app }: CommandDeps): CommandHandler =>
  async (id) => {
    const lease = await pickLease(app, id, () => true);
    if (lease === undefined) return;
    const folder = Uri.file(worktreeOf(app.state, lease)?.path ?? app.facts.controlRoot);
    const found = await Promise.all(
      lease.claims.map((claim) => workspace.findFiles(new RelativePattern(folder, claim), undefined, most)),
    );
    const files = [...new Map(found.flat().map((uri) => [uri.fsPath, uri])).values()].slice(0, most);
    const [first] = files;
    if (first === undefined) {
      const claims = lease.claims.join(', ');
      void window.showInformationMessage(t('No file that is there matches {claims} yet.', { claims }));
      return;
    }
    const items = files
      .map((uri) => ({ label: relative(folder.fsPath, uri.fsPath), uri }))
      .toSorted((a, b) => a.label.localeCompare(b.label));
    const chosen = files.length === 1 ? first : (await window.showQuickPick(items, { title: t('Leased files') }))?.uri;
    if (chosen !== undefined) await window.showTextDocument(chosen);
  };
