import { commands, Uri } from 'vscode';
import { evidenceView } from '../../app/views/dashboard.ts';
import { createTimelineView } from '../../app/views/timeline.ts';
import type { App } from '../../app/app.ts';
import type { PageHost } from '../../protocol/webview.ts';
import { editor } from '../commands/deps.ts';
import { commandId, gitScheme } from '../ids.ts';
import { sentenceOf, t } from '../translate.ts';
import { createViewContext } from '../viewContext.ts';

/** One file of one commit as a document; the path stays in front, so that the editor picks the language. */
const commitUri = (commit: string, path: string): Uri =>
  Uri.from({ scheme: gitScheme, path: `/${path}`, query: commit });

const openDiff = async (app: App, id: string, path: string): Promise<void> => {
  const run = app.state.runs[id];
  // Only files of the change itself: a page can't ask for any other.
  if (run === undefined || run.base === null || run.change === null) return;
  const { base, change } = run;
  if (!change.files.some((file) => file.path === path)) return;
  const title = t('{path} ({task})', { path, task: run.task.id });
  await commands.executeCommand('vscode.diff', commitUri(base.commit, path), commitUri(change.head, path), title);
};

/** What a page can ask for; `draw` sends it a whole snapshot. */
export const createPageHost = (app: App, draw: () => void): PageHost => {
  const timeline = createTimelineView();
  return {
    ready: async () => draw(),
    run: async (name, args) => void commands.executeCommand(commandId(name), ...args),
    timeline: async (limit) => timeline(createViewContext(app), app.state, await app.recentEvents(limit)),
    verify: async () => evidenceView(createViewContext(app), await app.verify()),
    approve: async (run, head) => {
      const result = await app.dispatch({ type: 'approve', run, head }, editor);
      return result.ok ? null : sentenceOf(result.error);
    },
    giveBack: async (run, comments) => {
      const result = await app.dispatch({ type: 'returnRun', run, comments }, editor);
      return result.ok ? null : sentenceOf(result.error);
    },
    tune: async (type, role, agent) => {
      const result = await app.dispatch({ type, role, agent }, editor);
      return result.ok ? null : sentenceOf(result.error);
    },
    openDiff: (run, path) => openDiff(app, run, path),
  };
};
