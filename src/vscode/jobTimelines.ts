import { EventEmitter, Uri, workspace } from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable.ts';
import { isAboutJob, jobTimeline } from '../app/views/jobTimeline.ts';
import type { EngineLink } from './engineLink.ts';
import { jobScheme } from './ids.ts';
import { t } from './translate.ts';
import { createViewContext, sceneOf } from './viewContext.ts';

/** How many of the newest events are looked through for those of a job. */
const mostEvents = 5000;

export const jobUri = (job: string): Uri => Uri.from({ scheme: jobScheme, path: `/${job}.md`, query: job });

/** Delegated jobs as read-only pages that are drawn again when something changed. */
export const registerJobTimelines = (link: EngineLink): Disposable => {
  const store = new DisposableStore();
  const changed = store.add(new EventEmitter<Uri>());
  const open = new Map<string, string>();

  const render = async (uri: Uri): Promise<string> => {
    const engine = await link.need();
    if (engine === null) return t('MAM can’t read this job now. Open the folder of its repository and trust it.');
    const { app } = engine;
    const job = app.state.delegations[uri.query];
    if (!job) return t('There is no job {job} in the log.', { job: uri.query });
    const events = (await app.recentEvents(mostEvents)).filter((recorded) => isAboutJob(recorded, job.id));
    return jobTimeline(createViewContext(app), sceneOf(app), app.state.delegations[job.id] ?? job, events);
  };
  /** A document that is set again scrolls, so only what is new is told. */
  const look = async (uri: Uri): Promise<void> => {
    const text = await render(uri);
    if (open.has(uri.query) && open.get(uri.query) !== text) changed.fire(uri);
  };

  store.add(
    workspace.registerTextDocumentContentProvider(jobScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: async (uri) => {
        const text = await render(uri);
        open.set(uri.query, text);
        return text;
      },
    }),
  );
  store.add(workspace.onDidCloseTextDocument(({ uri }) => uri.scheme === jobScheme && open.delete(uri.query)));
  store.add(link.onDidChange(() => [...open.keys()].forEach((job) => void look(jobUri(job)))));
  return store;
};
