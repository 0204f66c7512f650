import type { DatabaseSync } from 'node:sqlite';
import { textDigest } from './chain.ts';
import { textOrNull } from './columns.ts';

/** Bodies by the SHA-256 of their text. */
export interface Blobs {
  put(body: string): string;
  get(digest: string): string | null;
  erase(digest: string): void;
}

export function createBlobs(db: DatabaseSync): Blobs {
  const select = db.prepare('SELECT body FROM blobs WHERE digest = ?');
  const insert = db.prepare(
    'INSERT INTO blobs (digest, body) VALUES (?, ?) ON CONFLICT DO UPDATE SET body = excluded.body',
  );
  const erase = db.prepare('UPDATE blobs SET body = NULL WHERE digest = ?');
  return {
    put(body) {
      const digest = textDigest(body);
      insert.run(digest, body);
      return digest;
    },
    get(digest) {
      const row = select.get(digest);
      const body = row ? textOrNull(row, 'body') : null;
      // A body that isn't what its name says is as good as none.
      return body !== null && textDigest(body) === digest ? body : null;
    },
    erase: (digest) => void erase.run(digest),
  };
}
