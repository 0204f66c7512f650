import { EventEmitter, Uri, window, workspace, type TextDocument, type TextEditor } from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable.ts';
import { allJobs, keepEntries, transcriptText, type KeptEntries } from '../app/views/transcript.ts';
import type { TranscriptReading } from '../app/ports/transcripts.ts';
import type { EngineLink } from './engineLink.ts';
import { transcriptScheme } from './ids.ts';
import { t } from './translate.ts';
import { createViewContext } from './viewContext.ts';

/** How often a lane that runs is looked at, in milliseconds: reading speed, however fast it prints. */
const lookMs = 1000;

export const transcriptUri = (job: string): Uri =>
  Uri.from({ scheme: transcriptScheme, path: `/${job}.md`, query: job });

interface OpenTranscript {
  readonly reading: TranscriptReading;
  kept: KeptEntries;
  text: string;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const showsEnd = (editor: TextEditor): boolean =>
  editor.visibleRanges.some((range) => range.end.line >= editor.document.lineCount - 2);

/** What lanes wrote as documents that grow while their lane runs; an editor that shows the end stays there. */
export const registerTranscripts = (link: EngineLink): Disposable => {
  const store = new DisposableStore();
  const changed = store.add(new EventEmitter<Uri>());
  const open = new Map<string, OpenTranscript>();
  const following = new Set<TextEditor>();

  const close = ({ uri }: Pick<TextDocument, 'uri'>): void => {
    if (uri.scheme !== transcriptScheme) return;
    clearTimeout(open.get(uri.query)?.timer);
    open.delete(uri.query);
  };

  const render = async (uri: Uri): Promise<string> => {
    const engine = await link.need();
    if (engine === null)
      return t('MAM can’t read this transcript now. Open the folder of its repository and trust it.');
    const { app } = engine;
    const found = allJobs(app.state).find(({ job }) => job.id === uri.query);
    const reading = open.get(uri.query)?.reading ?? app.transcript(uri.query);
    if (!found || reading === null) return t('There is no job {job} in the log.', { job: uri.query });
    const one = open.get(uri.query) ?? { reading, kept: { entries: [], left: 0 }, text: '', timer: undefined };
    open.set(uri.query, one);
    const ended = found.job.ended !== undefined;
    const more = await reading.read(ended ? 'end' : 'more');
    // What was kept is looked at after the waiting: another rendering may have added to it meanwhile.
    one.kept = keepEntries(one.kept, more);
    one.text = transcriptText(createViewContext(app), app.state, found, one.kept, reading.skipped());
    clearTimeout(one.timer);
    one.timer = ended || open.get(uri.query) !== one ? undefined : setTimeout(() => void look(uri), lookMs);
    return one.text;
  };
  /** Tells only of what is new: a document that is set again scrolls. */
  const look = async (uri: Uri): Promise<void> => {
    const before = open.get(uri.query)?.text;
    const text = await render(uri);
    if (text === before) return;
    for (const editor of window.visibleTextEditors)
      if (editor.document.uri.toString() === uri.toString() && showsEnd(editor)) following.add(editor);
    changed.fire(uri);
  };

  store.add(
    workspace.registerTextDocumentContentProvider(transcriptScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => render(uri),
    }),
  );
  store.add(
    workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme !== transcriptScheme) return;
      for (const editor of following)
        if (editor.document === document) {
          editor.revealRange(document.lineAt(document.lineCount - 1).range);
          following.delete(editor);
        }
    }),
  );
  store.add(workspace.onDidCloseTextDocument(close));
  store.add({ dispose: () => open.forEach(({ timer }) => clearTimeout(timer)) });
  return store;
};
