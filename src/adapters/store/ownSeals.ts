import type { DatabaseSync } from 'node:sqlite';
import { text } from './columns.ts';
import type { Access } from './access.ts';
import { createMacSeal } from './seal.ts';
import type { Seal } from './seal.ts';
import { readSealKey, sealRecord } from './userState.ts';

/**
 * Two records under one key of the user: the one in the database shows that events were cut off or changed, and the one
 * in the user's state folder that the whole database was put back to an earlier copy of itself.
 */
export function ownSeals(deps: {
  readonly db: DatabaseSync;
  readonly access: Access;
  readonly logId: string;
  readonly stateFolder: string;
}): readonly Seal[] {
  const { db, access, logId, stateFolder } = deps;
  const key = (make: boolean): Promise<Buffer | null> => readSealKey(stateFolder, make);
  const select = db.prepare(`SELECT record FROM seals WHERE name = 'database'`);
  const insert = db.prepare(`INSERT OR REPLACE INTO seals (name, record) VALUES ('database', ?)`);
  const load = (): Promise<string | null> =>
    access.read(() => {
      const row = select.get();
      return row ? text(row, 'record') : null;
    });
  const save = (record: string): Promise<void> => access.write(() => void insert.run(record));
  return [
    createMacSeal({ name: 'database', logId, key, load, save }),
    createMacSeal({ name: 'user state', logId, key, ...sealRecord(stateFolder, logId) }),
  ];
}
