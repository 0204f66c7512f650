import type { DatabaseSync } from 'node:sqlite';
import type { Draft } from '../../app/ports/eventStore.ts';
import type { Recorded } from '../../core/event.ts';
import { readStoredEvent, writtenVersion } from '../../protocol/eventLog.ts';
import { canonicalJson, chainHash, genesis } from './chain.ts';
import type { ChainedRow } from './chain.ts';
import { integer, text } from './columns.ts';
import type { Row } from './columns.ts';
import { rewound, StoreError } from './failures.ts';

interface StoredRow extends ChainedRow {
  readonly previous: string;
  readonly hash: string;
}

export interface Head {
  readonly seq: number;
  readonly hash: string;
}

/** The table of events. Nothing here begins or ends a transaction. */
export interface EventRows {
  head(): Head;
  /** Hash of the event at `seq`; null when there is none. The hash before the first event counts as that of seq 0. */
  hashAt(seq: number): string | null;
  after(since: number, limit: number): StoredRow[];
  append(drafts: readonly Draft[]): Recorded[];
}

export function createEventRows(db: DatabaseSync): EventRows {
  const newest = db.prepare('SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1');
  const one = db.prepare('SELECT hash FROM events WHERE seq = ?');
  const range = db.prepare('SELECT * FROM events WHERE seq > ? ORDER BY seq LIMIT ?');
  const insert = db.prepare(
    'INSERT INTO events (seq, type, v, at, actor, data, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const head = (): Head => {
    const row = newest.get();
    return row ? { seq: integer(row, 'seq'), hash: text(row, 'hash') } : { seq: 0, hash: genesis };
  };
  return {
    head,
    hashAt(seq) {
      const row = one.get(seq);
      if (row) return text(row, 'hash');
      return seq === 0 ? genesis : null;
    },
    after: (since, limit) => range.all(since, limit).map(storedRow),
    append(drafts) {
      let last = head();
      return drafts.map(({ at, actor, event }) => {
        const { type, ...rest } = event;
        const row = { seq: last.seq + 1, type, v: writtenVersion(type), at, actor, data: canonicalJson(rest) };
        const hash = chainHash(last.hash, row);
        insert.run(row.seq, row.type, row.v, row.at, row.actor, row.data, last.hash, hash);
        last = { seq: row.seq, hash };
        return { seq: row.seq, at, actor, event };
      });
    },
  };
}

/** Events after `since` in today's form. Throws `store.rewound` when the log ends before it, else what the event is refused with. */
export function catchUp(
  rows: EventRows,
  path: string,
  since: number,
  limit: number = Number.MAX_SAFE_INTEGER,
): Recorded[] {
  const found = rows.after(since, limit);
  if (found.length === 0 && rows.head().seq < since) throw new StoreError(rewound(path, since));
  return found.map((row) => {
    const event = readStoredEvent(row);
    if (!event.ok) throw new StoreError(event.error);
    return event.value;
  });
}

const storedRow = (row: Row): StoredRow => ({
  seq: integer(row, 'seq'),
  type: text(row, 'type'),
  v: integer(row, 'v'),
  at: text(row, 'at'),
  actor: text(row, 'actor'),
  data: text(row, 'data'),
  previous: text(row, 'prev_hash'),
  hash: text(row, 'hash'),
});
