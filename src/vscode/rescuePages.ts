import { Uri, workspace } from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { rescueText } from '../app/views/rescueText.ts';
import type { EngineLink } from './engineLink.ts';
import { rescueScheme } from './ids.ts';
import { sentenceOf, t } from './translate.ts';
import { createViewContext } from './viewContext.ts';

export const rescueUri = (name: string): Uri =>
  Uri.from({ scheme: rescueScheme, path: `/${name.replaceAll('/', '-')}.md`, query: name });

/** Copies of work as read-only pages. What is in a copy never changes. */
export const registerRescuePages = (link: EngineLink): Disposable =>
  workspace.registerTextDocumentContentProvider(rescueScheme, {
    provideTextDocumentContent: async (uri) => {
      const engine = await link.need();
      if (engine === null) return t('MAM can’t read this copy now. Open the folder of its repository and trust it.');
      const found = await engine.app.rescues.show(uri.query);
      return found.ok ? rescueText(createViewContext(engine.app), found.value) : sentenceOf(found.error);
    },
  });
