import { RelativePattern, workspace, type WorkspaceFolder } from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable.ts';
import { wakingFiles } from './ids.ts';
import { likeliest } from './likeliestFolder.ts';

const has = (folder: WorkspaceFolder, path: string): Promise<boolean> =>
  Promise.resolve(workspace.fs.stat(folder.uri.with({ path: `${folder.uri.path}/${path}` }))).then(
    () => true,
    () => false,
  );

/** Whether something there is to be watched before anybody asks. */
export const hasWork = async (folder: WorkspaceFolder): Promise<boolean> =>
  (await Promise.all(wakingFiles.map((path) => has(folder, path)))).includes(true);

/** A folder that is only a part of a repository has none of its own. */
export const hasGit = (folder: WorkspaceFolder): Promise<boolean> => has(folder, '.git');

/** The folders of the window that may hold its repository: those on this machine's disk, the likeliest first. */
export const likelyFolders = (): Promise<readonly WorkspaceFolder[]> =>
  likeliest(
    (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file'),
    { hasWork, hasGit },
  );

/** Tells when a folder of the window becomes a repository, or is none any more: a worktree has a file in its place. */
export const watchGitFolders = (tell: () => void): Disposable => {
  const store = new DisposableStore();
  let watchers = new DisposableStore();
  const watch = (): void => {
    watchers.dispose();
    watchers = new DisposableStore();
    for (const folder of workspace.workspaceFolders ?? []) {
      if (folder.uri.scheme !== 'file') continue;
      const pattern = new RelativePattern(folder, '{.git,.git/HEAD}');
      const watcher = watchers.add(workspace.createFileSystemWatcher(pattern, false, true, false));
      watchers.add(watcher.onDidCreate(tell));
      watchers.add(watcher.onDidDelete(tell));
    }
  };
  store.add(workspace.onDidChangeWorkspaceFolders(watch));
  store.add({ dispose: () => watchers.dispose() });
  watch();
  return store;
};
