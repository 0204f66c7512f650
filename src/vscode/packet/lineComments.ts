import {
  CommentMode,
  comments as commentsApi,
  commands,
  Range,
  type Comment,
  type CommentReply,
  type CommentThread,
  type TextDocument,
  type Uri,
} from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import type { App } from '../../app/app.ts';
import type { LineComment } from '../../protocol/packetNotes.ts';
import { commandId, commentCommands, commentController, type CommentCommand } from '../ids.ts';
import { t } from '../translate.ts';
import { commitUri, readCommitUri, sideOf } from './commitDocuments.ts';
import type { NoteStore } from './noteStore.ts';

interface OwnComment extends Comment {
  readonly id: string;
}

const isOwn = (value: unknown): value is OwnComment => typeof value === 'object' && value !== null && 'id' in value;

/** What the editor hands over when a person has written into a thread. */
const isReply = (value: unknown): value is CommentReply =>
  typeof value === 'object' && value !== null && 'thread' in value && 'text' in value;

const textOf = ({ body }: Comment): string => (typeof body === 'string' ? body : body.value);

const draw = ({ id, text }: LineComment, mode: CommentMode): OwnComment => ({
  id,
  body: text,
  mode,
  author: { name: t('You') },
  label: t('not sent yet'),
  contextValue: 'own',
});

const placeOf = ({ run, commit, path, line }: Omit<LineComment, 'id'>): string =>
  JSON.stringify([run, commit, path, line]);

/** Every line of a side that the packet shows; a decided run is a record and takes none. */
const rangesOf = (app: App, document: TextDocument): readonly Range[] => {
  const shown = readCommitUri(document.uri);
  const run = shown === null ? undefined : app.state.runs[shown.run];
  if (shown === null || run?.decision !== null || sideOf(run, shown) === null) return [];
  return [new Range(0, 0, Math.max(0, document.lineCount - 1), 0)];
};

/** Comments on the lines of a change, in its diffs. They wait in the packet and go back to the writer with it. */
export const createLineComments = (app: App, store: NoteStore): Disposable => {
  const own = new DisposableStore();
  const controller = own.add(commentsApi.createCommentController(commentController, t('Comments on the change')));
  controller.options = {
    prompt: t('Comment for the writer'),
    placeHolder: t('What should be different here? It goes back when you return the packet.'),
  };
  controller.commentingRangeProvider = {
    provideCommentingRanges: (document) => [...rangesOf(app, document)],
  };

  const threads = new Map<string, CommentThread>();
  /** Whose box is open: what is written there is not closed because another comment changed. */
  const editing = new Set<string>();
  const threadAt = (place: string, uri: Uri, line: number): CommentThread => {
    const known = threads.get(place);
    if (known !== undefined) return known;
    const thread = controller.createCommentThread(uri, new Range(line - 1, 0, line - 1, 0), []);
    threads.set(place, thread);
    return thread;
  };
  const drawAll = (): void => {
    const all = store.notes.comments;
    const places = new Map(all.map((one) => [placeOf(one), one]));
    for (const [place, first] of places) {
      const found = all.filter((one) => placeOf(one) === place);
      const thread = threadAt(place, commitUri(first), first.line);
      thread.label = t('Comments for the writer');
      thread.comments = found.map((one) => draw(one, editing.has(one.id) ? CommentMode.Editing : CommentMode.Preview));
    }
    for (const [place, thread] of threads) {
      if (places.has(place)) continue;
      thread.dispose();
      threads.delete(place);
    }
  };

  const add = async ({ thread, text }: CommentReply): Promise<void> => {
    const shown = readCommitUri(thread.uri);
    const side = shown === null ? null : sideOf(app.state.runs[shown.run], shown);
    if (shown === null || text.trim() === '') return;
    const line = (thread.range?.end.line ?? 0) + 1;
    // What a person began on a commit that is no longer shown is kept with that commit.
    const comment = { ...shown, line, side: side ?? 'new', text } as const;
    const place = placeOf(comment);
    const known = threads.get(place);
    // The editor made a thread to write into: it becomes the thread of its place, and stays open under the eyes.
    if (known === undefined) threads.set(place, thread);
    else if (known !== thread) thread.dispose();
    await store.add(comment);
  };

  const ofOwn =
    (handle: (comment: OwnComment) => Promise<void> | void) =>
    (given: unknown): Promise<void> | void =>
      isOwn(given) ? handle(given) : undefined;
  const handlers: Readonly<Record<CommentCommand, (given: unknown) => Promise<void> | void>> = {
    addLineComment: (given) => (isReply(given) ? add(given) : undefined),
    editLineComment: ofOwn(({ id }) => {
      editing.add(id);
      drawAll();
    }),
    saveLineComment: ofOwn((comment) => {
      editing.delete(comment.id);
      return store.edit(comment.id, textOf(comment));
    }),
    leaveLineComment: ofOwn(({ id }) => {
      editing.delete(id);
      drawAll();
    }),
    dropLineComment: ofOwn(({ id }) => store.drop([id])),
  };
  for (const name of commentCommands) own.add(commands.registerCommand(commandId(name), handlers[name]));

  own.add(store.onDidChange(drawAll));
  drawAll();
  return own;
};
