import type { DatabaseSync } from 'node:sqlite';
import { textDigest } from './chain.ts';
import { integer, text } from './columns.ts';
import type { EventRows } from './eventRows.ts';

/** Snapshots kept of each version. */
const kept = 3;

/** Folded states. They only save time: whatever is wrong with one, the events are folded instead. */
export interface Snapshots {
  load(version: number): { readonly seq: number; readonly state: string } | null;
  save(version: number, seq: number, state: string): void;
}

export function createSnapshots(db: DatabaseSync, events: EventRows): Snapshots {
  // Without the states: sorted along, the megabytes of each would be copied before the first is looked at.
  const newest = db.prepare('SELECT id, seq, head FROM snapshots WHERE version = ? ORDER BY seq DESC, id DESC');
  const body = db.prepare('SELECT state, digest FROM snapshots WHERE id = ?');
  const insert = db.prepare('INSERT INTO snapshots (version, seq, head, state, digest) VALUES (?, ?, ?, ?, ?)');
  const prune = db.prepare(
    `DELETE FROM snapshots WHERE version = ? AND id NOT IN
     (SELECT id FROM snapshots WHERE version = ? ORDER BY seq DESC, id DESC LIMIT ${kept})`,
  );
  return {
    load(version) {
      for (const row of newest.all(version)) {
        const seq = integer(row, 'seq');
        // It belongs to this chain only if the event that it was folded up to still is the same.
        if (events.hashAt(seq) !== text(row, 'head')) continue;
        const held = body.get(integer(row, 'id')) ?? {};
        const state = text(held, 'state');
        if (textDigest(state) === text(held, 'digest')) return { seq, state };
      }
      return null;
    },
    save(version, seq, state) {
      const head = events.hashAt(seq);
      if (head === null) return;
      insert.run(version, seq, head, state, textDigest(state));
      prune.run(version, version);
    },
  };
}
