import type { DatabaseSync } from 'node:sqlite';
import { integer } from './columns.ts';

/** No tick counts for more: a machine that slept was not awake. */
const mostAtOnceMs = 10_000;

/** Awake milliseconds of the control root. Nothing here begins or ends a transaction. */
export interface Awake {
  total(): number;
  /**
   * Adds what a host was awake since its last call and returns the sum. Several hosts may call it: of the time that
   * passed since the last call of any, each moment is counted once.
   */
  add(ms: number, wallMs: number): number;
}

export function createAwake(db: DatabaseSync): Awake {
  const select = db.prepare('SELECT CAST(value AS INTEGER) AS value FROM meta WHERE key = ?');
  const put = db.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  );
  const read = (key: string): number | null => {
    const row = select.get(key);
    return row ? integer(row, 'value') : null;
  };
  const total = (): number => read('awake') ?? 0;
  return {
    total,
    add(ms, wallMs) {
      const last = read('awake_at');
      // A clock that was set back says nothing about what passed.
      const passed = last === null || wallMs < last ? ms : wallMs - last;
      const sum = total() + Math.round(Math.max(0, Math.min(ms, passed, mostAtOnceMs)));
      put.run('awake', String(sum));
      put.run('awake_at', String(Math.round(wallMs)));
      return sum;
    },
  };
}
