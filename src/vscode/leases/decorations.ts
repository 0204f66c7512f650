import { EventEmitter, ThemeColor, window, type FileDecoration, type Uri } from 'vscode';
import type { App } from '../../app/app.ts';
import { fileMark, leaseFinder, leaseKey, type FindLease } from '../../app/views/fileLeases.ts';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { coalesce } from '../coalesce.ts';
import { leasedFileColor } from '../ids.ts';
import { createViewContext, sceneOf } from '../viewContext.ts';
import { repositoryFile } from './checkouts.ts';

/** More files than anybody has in view; beyond it everything is asked anew. */
const mostRemembered = 10_000;

/** Marks the files that somebody has the right to write. Without a lease it does nothing, and of a change it redraws only what it is about. */
export const registerLeaseDecorations = (app: App): Disposable => {
  const own = new DisposableStore();
  const changed = own.add(new EventEmitter<Uri[] | undefined>());
  /** What the editor asked for while there were leases, by its address, with the lease that it was told. */
  const asked = new Map<string, { readonly uri: Uri; readonly lease: string }>();
  let leases = app.state.leases;
  let find: FindLease = leaseFinder(leases);
  /** Of each lease what its marks say. */
  let keys = new Map<string, string>();
  const readKeys = (): Map<string, string> => {
    const [context, scene] = [createViewContext(app), sceneOf(app)];
    return new Map(Object.values(leases).map((lease) => [lease.id, leaseKey(context, scene, lease)]));
  };
  keys = readKeys();

  const leaseOf = (uri: Uri) => {
    const file = repositoryFile(app, uri);
    return file === null ? undefined : find(file.path);
  };

  const provideFileDecoration = (uri: Uri): FileDecoration | undefined => {
    if (keys.size === 0) return undefined;
    const lease = leaseOf(uri);
    if (asked.size < mostRemembered) asked.set(uri.toString(), { uri, lease: lease?.id ?? '' });
    if (lease === undefined) return undefined;
    const { badge, tooltip } = fileMark(createViewContext(app), sceneOf(app), lease);
    return { badge, tooltip, color: new ThemeColor(leasedFileColor), propagate: false };
  };

  const follow = (): void => {
    if (app.state.leases === leases && keys.size === 0) return;
    const before = keys;
    if (app.state.leases !== leases) {
      leases = app.state.leases;
      find = leaseFinder(leases);
    }
    keys = readKeys();
    const isSame = (id: string): boolean => before.get(id) === keys.get(id);
    if (before.size === keys.size && [...keys.keys()].every(isSame)) return;
    // Nobody was remembered while there was no lease, and nobody beyond what is remembered.
    if (before.size === 0 || asked.size >= mostRemembered) {
      asked.clear();
      changed.fire(undefined);
      return;
    }
    const stale = [...asked.values()].filter(({ uri, lease }) => {
      const now = leaseOf(uri)?.id ?? '';
      return now !== lease || (now !== '' && !isSame(now));
    });
    if (keys.size === 0) asked.clear();
    if (stale.length > 0) changed.fire(stale.map(({ uri }) => uri));
  };

  const request = own.add(coalesce(follow));
  own.add(app.onDidChange(request));
  own.add(window.registerFileDecorationProvider({ onDidChangeFileDecorations: changed.event, provideFileDecoration }));
  return own;
};
