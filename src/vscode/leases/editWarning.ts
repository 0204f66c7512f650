import { commands, window, workspace, type TextDocumentChangeEvent } from 'vscode';
import type { App } from '../../app/app.ts';
import { editWarning, leaseFinder, type FindLease } from '../../app/views/fileLeases.ts';
import { placeOfLease } from '../../app/places.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Lease } from '../../core/lease/types.ts';
import type { Settings } from '../../protocol/settings.ts';
import { commandId } from '../ids.ts';
import { t } from '../translate.ts';
import { createViewContext, sceneOf } from '../viewContext.ts';
import { repositoryFile } from './checkouts.ts';

interface WarningDeps {
  readonly app: App;
  readonly settings: () => Pick<Settings, 'mam.leases.warnBeforeEdit'>;
}

/** Says once for each file and lease that somebody else may write what a person begins to change. Nothing is held up by it. */
export const warnBeforeEdits = ({ app, settings }: WarningDeps): Disposable => {
  const warned = new Set<string>();
  let leases = app.state.leases;
  let find: FindLease = leaseFinder(leases);
  const leaseOf = (path: string): Lease | undefined => {
    if (app.state.leases !== leases) {
      leases = app.state.leases;
      find = leaseFinder(leases);
    }
    return find(path);
  };
  /** A person is who writes with it. */
  const isOwn = (lease: Lease): boolean =>
    app.agents().some(({ id, person }) => person === true && id === (lease.borrower?.agent ?? lease.agent));

  const warn = async (root: string, path: string, lease: Lease): Promise<void> => {
    const words = editWarning(createViewContext(app), sceneOf(app), lease, path);
    if (words === null || isOwn(lease)) return;
    const place = placeOfLease(app.facts, lease.worktree);
    const [open, takeOver, edit] = [t('Open Worktree'), t('Take Over…'), t('Edit Anyway')];
    const ways = place === root || place === app.facts.controlRoot ? [takeOver, edit] : [open, takeOver, edit];
    const chosen = await window.showWarningMessage(words, ...ways);
    if (chosen === open) await commands.executeCommand(commandId('openWorktree'), place);
    if (chosen === takeOver) await commands.executeCommand(commandId('takeOverLease'), lease.id);
  };

  // A document that was read anew from disk is not dirty: somebody else changed that file.
  const look = ({ document, contentChanges }: TextDocumentChangeEvent): void => {
    if (Object.keys(app.state.leases).length === 0 || contentChanges.length === 0 || !document.isDirty) return;
    const file = repositoryFile(app, document.uri);
    const lease = file === null ? undefined : leaseOf(file.path);
    if (file === null || lease === undefined || !settings()['mam.leases.warnBeforeEdit']) return;
    const name = JSON.stringify([lease.id, lease.epoch, file.root, file.path]);
    if (warned.has(name)) return;
    warned.add(name);
    void warn(file.root, file.path, lease);
  };
  return workspace.onDidChangeTextDocument(look);
};
