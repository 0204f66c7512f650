import { Uri, ViewColumn, window, type WebviewPanel } from 'vscode';
import { approvalView } from '../../app/views/approvalPacket.ts';
import { dashboardView } from '../../app/views/dashboard.ts';
import type { App } from '../../app/app.ts';
import type { DashboardTab } from '../../protocol/dashboardParts.ts';
import type { PageModel } from '../../protocol/webview.ts';
import type { Settings } from '../../protocol/settings.ts';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { coalesce } from '../coalesce.ts';
import { panels } from '../ids.ts';
import type { NoteStore } from '../packet/noteStore.ts';
import { t } from '../translate.ts';
import { createViewContext, sceneOf } from '../viewContext.ts';
import { openChannel } from './pageChannel.ts';
import { createPageHost, type DrawPage } from './pageHost.ts';
import { pageHtml, pageRoots } from './pageHtml.ts';

interface PanelsDeps {
  readonly app: App;
  readonly settings: () => Settings;
  readonly extension: Uri;
  readonly notes: NoteStore;
}

export interface Panels extends Disposable {
  openDashboard(): void;
  openApproval(run: string): void;
  /** Whether the packet of a run is on the screen. */
  isInFront(run: string): boolean;
  /** Takes over a tab that the editor kept over a reload. */
  restore(panel: WebviewPanel, page: 'dashboard' | 'approval', run: string): void;
}

interface Attach {
  readonly panel: WebviewPanel;
  readonly page: 'dashboard' | 'approval';
  readonly title: string;
  /** Of a tab where one was chosen, else of the last one. */
  readonly model: (tab?: DashboardTab) => PageModel;
  /** What else follows from being on the screen or not; `seen` is false when it was closed. */
  readonly onSeen?: (seen: boolean) => void;
}

export const createPanels = ({ app, settings, extension, notes }: PanelsDeps): Panels => {
  const store = new DisposableStore();
  /** Open tabs by what they show, so that opening again only brings them to the front. */
  const open = new Map<string, WebviewPanel>();

  const attach = (key: string, { panel, page, title, model, onSeen }: Attach): void => {
    open.set(key, panel);
    const own = new DisposableStore();
    // The editor throws a hidden page away; it asks anew once it is on the screen again.
    const draw: DrawPage = (tab) => panel.visible && channel.render(model(tab));
    const channel = own.add(openChannel(panel.webview, createPageHost(app, notes, draw)));
    const request = own.add(coalesce(() => draw()));
    own.add(app.onDidChange(request));
    own.add(notes.onDidChange(request));
    own.add(panel.onDidChangeViewState(() => onSeen?.(panel.visible)));
    panel.onDidDispose(() => {
      onSeen?.(false);
      open.delete(key);
      own.dispose();
    });
    panel.title = title;
    panel.iconPath = {
      light: Uri.joinPath(extension, 'media/icon-light.svg'),
      dark: Uri.joinPath(extension, 'media/icon-dark.svg'),
    };
    panel.webview.options = { enableScripts: true, localResourceRoots: [...pageRoots(extension)] };
    panel.webview.html = pageHtml({ webview: panel.webview, extension, page, title });
    // Waits in the editor until the page can be told, and is there sooner than an answer to its question.
    draw();
  };

  const create = (type: string, title: string): WebviewPanel =>
    window.createWebviewPanel(type, title, ViewColumn.Active, { enableScripts: true });

  const dashboard = (panel: WebviewPanel): void => {
    let shown: DashboardTab = 'board';
    /** Worktrees are compared only while somebody looks at that. */
    const compare = (seen: boolean): void => void app.showWorktrees(seen && shown === 'radar', 'dashboard');
    attach('dashboard', {
      panel,
      page: 'dashboard',
      title: t('MAM Dashboard'),
      model: (tab = shown) => {
        if (tab !== shown) {
          shown = tab;
          compare(true);
        }
        return dashboardView(createViewContext(app), sceneOf(app), settings()['mam.base'], tab);
      },
      onSeen: compare,
    });
  };

  const approval = (panel: WebviewPanel, run: string): void =>
    attach(`approval:${run}`, {
      panel,
      page: 'approval',
      title: t('Packet {task}', { task: app.state.runs[run]?.task.id ?? '' }),
      model: () => approvalView(createViewContext(app), sceneOf(app), run, notes.notes),
    });

  store.add({ dispose: () => [...open.values()].forEach((panel) => panel.dispose()) });
  return {
    openDashboard: () => {
      const known = open.get('dashboard');
      if (known === undefined) dashboard(create(panels.dashboard, t('MAM Dashboard')));
      else known.reveal();
    },
    openApproval: (run) => {
      const known = open.get(`approval:${run}`);
      if (known === undefined) approval(create(panels.approval, t('Approval Packet')), run);
      else known.reveal();
    },
    isInFront: (run) => open.get(`approval:${run}`)?.visible === true,
    restore: (panel, page, run) => (page === 'dashboard' ? dashboard(panel) : approval(panel, run)),
    dispose: () => store.dispose(),
  };
};
