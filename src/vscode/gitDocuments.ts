import { workspace } from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import type { EngineLink } from './engineLink.ts';
import { gitScheme } from './ids.ts';

/** Files as they stand in a commit; a file that a commit has not is empty, so that both sides of a diff open. */
export const registerGitDocuments = (link: EngineLink): Disposable =>
  workspace.registerTextDocumentContentProvider(gitScheme, {
    provideTextDocumentContent: async (uri) => {
      const engine = await link.need();
      return (await engine?.app.readFileAt(uri.query, uri.path.replace(/^\//, ''))) ?? '';
    },
  });
