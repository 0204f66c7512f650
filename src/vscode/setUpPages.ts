import { Uri, workspace } from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { setUpText } from '../app/views/setUpText.ts';
import { worktreeName } from '../app/views/worktreeName.ts';
import type { EngineLink } from './engineLink.ts';
import { setUpScheme } from './ids.ts';
import { t } from './translate.ts';
import { createViewContext } from './viewContext.ts';

/** A page for each set-up: `seq` tells them apart, since an open page is not drawn again. */
export const setUpUri = (worktree: string, seq: number): Uri =>
  Uri.from({
    scheme: setUpScheme,
    path: `/${worktree.replaceAll('/', '-')}.md`,
    query: worktree,
    fragment: String(seq),
  });

/** What the set-ups of worktrees did, as read-only pages. */
export const registerSetUpPages = (link: EngineLink): Disposable =>
  workspace.registerTextDocumentContentProvider(setUpScheme, {
    provideTextDocumentContent: async (uri) => {
      const engine = await link.need();
      const worktree = engine?.app.state.worktrees[uri.query];
      if (!engine || worktree === undefined)
        return t('There is no worktree {worktree} any more.', { worktree: uri.query });
      const { app } = engine;
      return setUpText(createViewContext(app), worktree, worktreeName(app.state, worktree.path));
    },
  });
