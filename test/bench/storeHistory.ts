import { createSqliteStore } from '../../src/adapters/store/sqliteStore.ts';
import { createRandomIds } from '../../src/adapters/system/randomIds.ts';
import { createSystemClock } from '../../src/adapters/system/systemClock.ts';
import { snapshotVersion } from '../../src/app/orchestrator.ts';
import type { Recorded } from '../../src/core/event.ts';
import { fold } from '../../src/core/evolve.ts';
import { draftOf } from './history.ts';

interface Place {
  /** Of the store: `mam` in a git folder. */
  readonly folder: string;
  /** Where the machine's own files of MAM lie. */
  readonly stateFolder: string;
  /** With a snapshot of that many events; none by default. */
  readonly snapshotAt?: number;
}

/** Writes a whole log into the store of a repository that nobody has open. */
export async function storeHistory(
  log: readonly Recorded[],
  { folder, stateFolder, snapshotAt }: Place,
): Promise<void> {
  const opened = await createSqliteStore({
    folder,
    host: 'test',
    version: '0',
    label: 'bench',
    clock: createSystemClock(),
    ids: createRandomIds(),
    stateFolder,
  });
  if (!opened.ok) throw new Error(opened.error.code);
  const store = opened.value;
  for (let seq = 0; seq < log.length; seq += 5000) {
    const drafts = log.slice(seq, seq + 5000).map(draftOf);
    const done = await store.transact(seq, () => ({ drafts, result: null }));
    if (!done.ok) throw new Error(done.error.code);
  }
  if (snapshotAt !== undefined)
    await store.saveSnapshot(snapshotVersion, snapshotAt, JSON.stringify(fold(log.slice(0, snapshotAt))));
  await store.close();
}
