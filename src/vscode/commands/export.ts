import { commands, env, Uri, window, workspace } from 'vscode';
import { dashboardDocument } from '../../app/export/dashboardDocument.ts';
import type { PageDocument } from '../../app/export/document.ts';
import { documentHtml } from '../../app/export/html.ts';
import { documentMarkdown } from '../../app/export/markdown.ts';
import { packetDocument } from '../../app/export/packetDocument.ts';
import { approvalView } from '../../app/views/approvalPacket.ts';
import { timelineView } from '../../app/views/timeline.ts';
import { newestFirst } from '../../core/loop/newestRun.ts';
import type { Run } from '../../core/loop/types.ts';
import { t } from '../translate.ts';
import { createViewContext, sceneOf } from '../viewContext.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';

/** As many as anybody reads; the log has them all. */
const newestEvents = 1000;

const documentOf = async ({ app, settings }: CommandDeps, run: Run | null): Promise<PageDocument | null> => {
  const context = createViewContext(app);
  if (run === null) {
    const scene = sceneOf(app);
    const events = timelineView(context, app.state, await app.recentEvents(newestEvents));
    return dashboardDocument(context, scene, settings()['mam.base'], events);
  }
  const model = approvalView(context, sceneOf(app), run.id);
  return 'missing' in model ? null : packetDocument(model);
};

/** Which page: null is the dashboard, undefined for a person who turned away. */
const pick = async ({ app }: CommandDeps, id: string | undefined): Promise<Run | null | undefined> => {
  if (id === 'dashboard') return null;
  const named = id === undefined ? undefined : app.state.runs[id];
  if (named !== undefined) return named;
  const packets = newestFirst(app.state).filter(({ change }) => change !== null);
  if (packets.length === 0) return null;
  const items = [
    { label: t('MAM Dashboard'), run: null },
    ...packets.map((run) => ({
      label: t('Packet {task}', { task: run.task.id }),
      description: run.task.title,
      run,
    })),
  ];
  return (await window.showQuickPick(items, { title: t('Export which page?'), matchOnDescription: true }))?.run;
};

const askWhere = (folder: string, name: string): Thenable<Uri | undefined> =>
  window.showSaveDialog({
    title: t('Export'),
    saveLabel: t('Export'),
    defaultUri: Uri.joinPath(Uri.file(folder), `${name}.html`),
    filters: { HTML: ['html'], Markdown: ['md'] },
  });

/** Writes the dashboard or a packet as one file that needs nothing else: HTML, or Markdown for a name that ends so. */
export const createExport =
  (deps: CommandDeps): CommandHandler =>
  async (id, target) => {
    const run = await pick(deps, id);
    if (run === undefined) return;
    const name = run === null ? 'mam-dashboard' : `mam-${run.task.id}`;
    const file = target === undefined ? await askWhere(deps.app.facts.controlRoot, name) : Uri.file(target);
    if (file === undefined) return;
    const page = await documentOf(deps, run);
    if (page === null) return;
    const text = /\.(?:md|markdown)$/i.test(file.path) ? documentMarkdown(page) : documentHtml(page, env.language);
    await workspace.fs.writeFile(file, new TextEncoder().encode(text));
    const open = t('Open');
    // Not awaited: the file is there, whether anybody answers or not.
    void Promise.resolve(window.showInformationMessage(t('Exported to {path}.', { path: file.fsPath }), open)).then(
      (chosen) => (chosen === open ? commands.executeCommand('vscode.open', file) : undefined),
    );
  };
