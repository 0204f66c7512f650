import { MarkdownString, StatusBarAlignment, ThemeColor, window } from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable.ts';
import { sameValue } from '../base/sameValue.ts';
import { emptyState } from '../core/state.ts';
import { statusBarView, type StatusBarModel } from '../app/views/statusBar.ts';
import type { EngineLink } from './engineLink.ts';
import { commandLink } from './commandLink.ts';
import { commandId, commandNames, isCommandName } from './ids.ts';
import { iconName } from './motion.ts';
import { t } from './translate.ts';

const backgrounds = {
  none: undefined,
  warning: 'statusBarItem.warningBackground',
  error: 'statusBarItem.errorBackground',
};

/** Its links run commands of MAM and no others; what came from outside is literal in it. */
const tooltipOf = ({ tooltip }: StatusBarModel): MarkdownString => {
  const markdown = new MarkdownString(tooltip, true);
  markdown.isTrusted = { enabledCommands: commandNames.map(commandId) };
  return markdown;
};

/** The one item: hidden until there is something to speak of. */
export const createStatusBar = (link: EngineLink): Disposable => {
  const item = window.createStatusBarItem('mam.status', StatusBarAlignment.Left, 10);
  item.name = 'Multi-Agent Mux';
  let drawn: StatusBarModel | null = null;
  const draw = (model: StatusBarModel): void => {
    // Each assignment renders the item anew, and a click or a tooltip that is under way is lost with the old one.
    if (sameValue(model, drawn)) return;
    drawn = model;
    const background = backgrounds[model.background];
    item.text = iconName(model.text);
    item.tooltip = tooltipOf(model);
    item.backgroundColor = background === undefined ? undefined : new ThemeColor(background);
    item.accessibilityInformation = { label: model.accessibilityLabel };
    if (isCommandName(model.action.name)) {
      item.command = {
        command: commandId(model.action.name),
        title: model.action.title,
        arguments: [...model.action.args],
      };
    }
    item.show();
  };
  const refresh = (): void => {
    const { scene, phase } = link;
    if (scene !== null) return draw(statusBarView(link.context, scene, link.inbox, commandLink));
    if (phase === 'loading') {
      const words = t('MAM: starting');
      const action = { title: words, name: 'showLog', args: [] };
      return draw({
        text: `$(loading~spin) ${words}`,
        background: 'none',
        tooltip: words,
        accessibilityLabel: words,
        action,
      });
    }
    if (phase === 'failed') return drawFailure(link, draw);
    drawn = null;
    return item.hide();
  };
  const store = new DisposableStore();
  store.add(item);
  store.add(link.onDidChange(refresh));
  refresh();
  return store;
};

/** The engine never opened: only its problem is known. */
const drawFailure = (link: EngineLink, draw: (model: StatusBarModel) => void): void => {
  const { problem } = link;
  if (problem === null) return;
  draw(
    statusBarView(link.context, {
      state: emptyState,
      problem,
      role: 'owner',
      owner: null,
      repository: '',
      worktrees: new Map(),
      overlaps: null,
      recommendations: [],
      awakeMs: null,
    }),
  );
};
