import { workspace } from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import type { EngineLink } from './engineLink.ts';
import { gitScheme } from './ids.ts';
import { readCommitUri } from './packet/commitDocuments.ts';

/** Files as they stand in a commit; a file that a commit has not is empty, so that both sides of a diff open. */
export const registerGitDocuments = (link: EngineLink): Disposable =>
  workspace.registerTextDocumentContentProvider(gitScheme, {
    provideTextDocumentContent: async (uri) => {
      const shown = readCommitUri(uri);
      const engine = shown === null ? null : await link.need();
      return (shown && (await engine?.app.readFileAt(shown.commit, shown.path))) ?? '';
    },
  });
