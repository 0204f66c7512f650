import { TabInputTerminal, window } from 'vscode';
import type { App } from '../../app/app.ts';
import { decisionAtEnd, decisionsOf, type Decision } from '../../app/views/decisions.ts';
import { workingLoops } from '../../app/views/select.ts';
import type { TreeNode } from '../../app/views/treeNode.ts';
import type { Scene, ViewContext } from '../../app/views/viewContext.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Settings } from '../../protocol/settings.ts';
import type { Panels } from '../panels/panels.ts';
import type { ShownTerminals } from '../terminals/shownTerminals.ts';
import { createViewContext } from '../viewContext.ts';
import { createDecisionNews } from './decisionNews.ts';
import { decisionText } from './decisionText.ts';
import { showNotice } from './notice.ts';
import { createTells, type Tells } from './tells.ts';

interface NewsDeps {
  readonly app: App;
  readonly settings: () => Settings;
  readonly tellsFirst: Tells;
  readonly panels: Pick<Panels, 'isInFront'>;
  readonly shown: Pick<ShownTerminals, 'of'>;
}

export interface News extends Disposable {
  /** What a person is shown now. */
  look(context: ViewContext, scene: Scene, inbox: readonly TreeNode[]): void;
}

/** What this window tells a person who looks elsewhere: what the inbox got, and that a loop came to its end. */
export const openNews = ({ app, settings, tellsFirst, panels, shown }: NewsDeps): News => {
  const context = createViewContext(app);
  /** Its terminal is the tab in front; a terminal that only shows it has its name. */
  const isSessionInFront = (id: string): boolean => {
    const session = app.state.agentSessions[id];
    const { activeTerminal, tabGroups } = window;
    if (!session || !activeTerminal || !(tabGroups.activeTabGroup.activeTab?.input instanceof TabInputTerminal))
      return false;
    return activeTerminal.name === session.name || shown.of(session.handle ?? '') === activeTerminal;
  };
  const news = createDecisionNews({
    when: () => settings()['mam.notifications'],
    isFocused: () => window.state.focused,
    isShown: ({ session, run }) =>
      (session !== null && isSessionInFront(session)) || (run !== null && panels.isInFront(run)),
    tells: createTells(tellsFirst),
    textOf: (decisions) => decisionText(context, decisions),
    show: showNotice,
  });
  const working = (): ReadonlySet<string> => new Set(workingLoops(app.state).map(({ id }) => id));
  let loops = working();
  /** A loop that has ended waits for nobody any more once another one is at work. */
  let ends: readonly Decision[] = [];
  const followLoops = (ctx: ViewContext, scene: Scene): void => {
    const before = loops;
    loops = working();
    if ([...loops].some((id) => !before.has(id))) ends = [];
    const over = [...before].filter((id) => !loops.has(id)).flatMap((id) => scene.state.loops[id] ?? []);
    ends = [...ends, ...over.flatMap((loop) => decisionAtEnd(ctx, scene, loop) ?? [])];
  };
  return {
    look(ctx, scene, inbox) {
      followLoops(ctx, scene);
      news.look([...decisionsOf(ctx, scene, inbox), ...ends]);
    },
    dispose: () => news.dispose(),
  };
};
