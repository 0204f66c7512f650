import { TabInputWebview, Uri, window, workspace, type Disposable } from 'vscode';
import { accessibilityHelp, isSurface, type Surface } from '../app/views/accessibilityHelp.ts';
import { helpScheme, panels } from './ids.ts';
import { t } from './translate.ts';

/** The page in front, when nobody says where the keyboard is: the palette has taken it. */
const surfaceInFront = (): Surface | null => {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof TabInputWebview)) return null;
  // The editor puts a word of its own before the type.
  const type = input.viewType.replace(/^mainThreadWebview-/, '');
  if (type === panels.approval) return 'packet';
  return type === panels.dashboard ? 'dashboard' : null;
};

/** Text in an editor is what every screen reader reads line by line. */
export const showAccessibilityHelp = async (given: unknown): Promise<void> => {
  const surface = isSurface(given) ? given : surfaceInFront();
  const path = `/${t('Accessibility Help of MAM')}`;
  const document = await workspace.openTextDocument(Uri.from({ scheme: helpScheme, path, query: surface ?? '' }));
  await window.showTextDocument(document, { preview: true });
};

export const registerAccessibilityHelp = (): Disposable =>
  workspace.registerTextDocumentContentProvider(helpScheme, {
    provideTextDocumentContent: ({ query }) => accessibilityHelp(t, isSurface(query) ? query : null),
  });
