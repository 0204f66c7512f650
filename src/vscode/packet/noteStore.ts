import type { Memento } from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { noNotes, readPacketNotes, type LineComment, type PacketNotes } from '../../protocol/packetNotes.ts';

const key = 'packet.notes';
/** What another version of MAM wrote and this one can't read is not overwritten. */
const unreadKey = 'packet.notes.unread';

/** What a person wrote about changes and has not sent. Every word is kept at once, and outlives the window. */
export interface NoteStore extends Disposable {
  readonly onDidChange: Event<void>;
  readonly notes: PacketNotes;
  of(run: string): readonly LineComment[];
  add(comment: Omit<LineComment, 'id'>): Promise<void>;
  edit(id: string, text: string): Promise<void>;
  /** Takes these comments and this draft away: they were sent, or a person dropped them. */
  drop(ids: readonly string[], draft?: string): Promise<void>;
  keepDraft(draft: string, text: string): Promise<void>;
}

export const createNoteStore = (memory: Pick<Memento, 'get' | 'update'>, newId: () => string): NoteStore => {
  const changed = new Emitter<void>();
  const stored = memory.get<unknown>(key);
  const read = readPacketNotes(stored);
  if (read === null) void memory.update(unreadKey, stored);
  let notes = read ?? noNotes;

  const save = async (next: PacketNotes): Promise<void> => {
    notes = next;
    await memory.update(key, next);
  };
  const change = async (next: PacketNotes): Promise<void> => {
    const saved = save(next);
    changed.fire();
    await saved;
  };

  return {
    onDidChange: changed.event,
    get notes() {
      return notes;
    },
    of: (run) => notes.comments.filter((one) => one.run === run),
    add: (comment) => change({ ...notes, comments: [...notes.comments, { ...comment, id: newId() }] }),
    edit: (id, text) =>
      change({ ...notes, comments: notes.comments.map((one) => (one.id === id ? { ...one, text } : one)) }),
    drop: (ids, draft = '') =>
      change({
        comments: notes.comments.filter(({ id }) => !ids.includes(id)),
        drafts: Object.fromEntries(Object.entries(notes.drafts).filter(([name]) => name !== draft)),
      }),
    // Nobody draws it anew while it is being written.
    keepDraft: (draft, text) => save({ ...notes, drafts: { ...notes.drafts, [draft]: text } }),
    dispose: () => changed.dispose(),
  };
};
