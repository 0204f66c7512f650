import type { DatabaseSync } from 'node:sqlite';
import type { OwnerInfo } from '../../app/ports/eventStore.ts';
import { integer, text, textOrNull } from './columns.ts';
import type { Holder } from './judgeHolder.ts';

export interface OwnerRecord extends Holder {
  readonly epoch: number;
  readonly host: OwnerInfo['host'];
  readonly version: string;
  readonly label: string;
}

/** The row of ownership. Nothing here begins or ends a transaction. */
export interface OwnerRow {
  read(): OwnerRecord | null;
  /** Writes the next epoch into the row and returns it; epochs go on over releases. */
  take(holder: Omit<OwnerRecord, 'epoch'>): number;
  beat(nonce: string, awakeMs: number, wallMs: number): boolean;
  release(nonce: string): void;
}

export function createOwnerRow(db: DatabaseSync): OwnerRow {
  const select = db.prepare('SELECT * FROM owner');
  const lastEpoch = db.prepare(`SELECT CAST(value AS INTEGER) AS epoch FROM meta WHERE key = 'epoch'`);
  const keepEpoch = db.prepare(
    `INSERT INTO meta (key, value) VALUES ('epoch', ?) ON CONFLICT DO UPDATE SET value = excluded.value`,
  );
  const replace = db.prepare(
    `INSERT OR REPLACE INTO owner
     (id, pid, started, boot, machine, pid_namespace, nonce, epoch, host, version, label, beat_awake, beat_wall)
     VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const beat = db.prepare('UPDATE owner SET beat_awake = ?, beat_wall = ? WHERE nonce = ?');
  const remove = db.prepare('DELETE FROM owner WHERE nonce = ?');
  return {
    read() {
      const row = select.get();
      if (!row) return null;
      return {
        pid: integer(row, 'pid'),
        started: textOrNull(row, 'started'),
        boot: textOrNull(row, 'boot'),
        machine: text(row, 'machine'),
        pidNamespace: textOrNull(row, 'pid_namespace'),
        nonce: text(row, 'nonce'),
        epoch: integer(row, 'epoch'),
        host: hostOf(text(row, 'host')),
        version: text(row, 'version'),
        label: text(row, 'label'),
        beatAwakeMs: integer(row, 'beat_awake'),
        beatWallMs: integer(row, 'beat_wall'),
      };
    },
    take(holder) {
      const last = lastEpoch.get();
      const epoch = (last ? integer(last, 'epoch') : 0) + 1;
      keepEpoch.run(String(epoch));
      const { pid, started, boot, machine, pidNamespace, nonce, host, version, label, beatAwakeMs, beatWallMs } =
        holder;
      replace.run(
        pid,
        started,
        boot,
        machine,
        pidNamespace,
        nonce,
        epoch,
        host,
        version,
        label,
        beatAwakeMs,
        beatWallMs,
      );
      return epoch;
    },
    beat: (nonce, awakeMs, wallMs) => Number(beat.run(awakeMs, wallMs, nonce).changes) > 0,
    release: (nonce) => void remove.run(nonce),
  };
}

const hostOf = (value: string): OwnerInfo['host'] => (value === 'editor' || value === 'cli' ? value : 'test');
