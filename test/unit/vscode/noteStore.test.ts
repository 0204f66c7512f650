import assert from 'node:assert/strict';
import { createNoteStore } from '../../../src/vscode/packet/noteStore.ts';

const aComment = { run: 'r', path: 'a.ts', line: 1, side: 'new', commit: 'c', text: 'x' } as const;

/** The memory of a workspace, which outlives the window. */
const aMemory = (kept: Record<string, string> = {}) => {
  const values = new Map(Object.entries(kept));
  return {
    values,
    get: <T>(key: string, otherwise?: T): T | undefined => {
      const text = values.get(key);
      return text === undefined ? otherwise : JSON.parse(text);
    },
    update: async (key: string, value: unknown) => void values.set(key, JSON.stringify(value)),
  };
};

const ids = (): (() => string) => {
  let n = 0;
  return () => `id-${++n}`;
};

describe('what a person wrote about a change', () => {
  it('outlives the window, and goes only when it was sent or dropped', async () => {
    const memory = aMemory();
    const first = createNoteStore(memory, ids());
    await first.add(aComment);
    await first.add({ ...aComment, line: 2 });
    await first.keepDraft('return r', 'begun');
    await first.edit('id-1', 'better');
    const second = createNoteStore(memory, ids());
    assert.deepEqual(
      second.of('r').map(({ id, line, text }) => [id, line, text]),
      [
        ['id-1', 1, 'better'],
        ['id-2', 2, 'x'],
      ],
    );
    assert.equal(second.notes.drafts['return r'], 'begun');
    await second.drop(['id-1'], 'return r');
    assert.deepEqual(createNoteStore(memory, ids()).notes, {
      comments: [{ ...aComment, id: 'id-2', line: 2 }],
      drafts: {},
    });
  });

  it('tells a change to whoever draws it, but not each keystroke', async () => {
    const store = createNoteStore(aMemory(), ids());
    let told = 0;
    store.onDidChange(() => told++);
    await store.keepDraft('return r', 'b');
    assert.equal(told, 0);
    await store.add(aComment);
    assert.equal(told, 1);
  });

  it('keeps what it can’t read aside', async () => {
    const memory = aMemory({ 'packet.notes': JSON.stringify({ v: 9, comments: 'other' }) });
    const store = createNoteStore(memory, ids());
    assert.deepEqual(store.of('r'), []);
    await store.add(aComment);
    assert.equal(memory.values.get('packet.notes.unread'), JSON.stringify({ v: 9, comments: 'other' }));
  });
});
