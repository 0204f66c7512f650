import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createSqliteStore } from '../../src/adapters/store/sqliteStore.ts';
import type { SqliteStore } from '../../src/adapters/store/sqliteStore.ts';
import type { JournalMode } from '../../src/adapters/store/journalMode.ts';
import { createCountingIds } from '../fakes/countingIds.ts';
import { createFakeMachine } from '../fakes/fakeProcessFacts.ts';
import { ManualClock } from '../fakes/manualClock.ts';
import { createMemoryDatabase, createMemoryStore } from '../fakes/memoryStore.ts';
import { useTempFolder } from '../tempFolder.ts';
import { describeEventStore } from './describeEventStore.ts';
import type { Hosts } from './describeEventStore.ts';

describeEventStore('memory', async () => {
  const database = createMemoryDatabase();
  const [store, other] = [createMemoryStore(database), createMemoryStore(database)];
  return {
    store,
    other,
    killOther: () => other.kill(),
    pass: async () => undefined,
    dispose: () => [store, other].forEach((one) => one.dispose()),
  };
});

for (const mode of ['wal', 'rollback'] as const) {
  describe(`SQLite in ${mode} mode`, () => {
    const folder = useTempFolder();
    describeEventStore(`SQLite (${mode})`, () => openHosts(folder(), mode));
  });
}

async function openHosts(folder: string, mode: JournalMode): Promise<Hosts> {
  const clock = new ManualClock();
  const machine = createFakeMachine();
  const open = async (pid: number): Promise<SqliteStore> => {
    const opened = await createSqliteStore({
      folder: join(folder, 'mam'),
      stateFolder: join(folder, 'state'),
      host: 'test',
      version: '1.0.0',
      label: `process ${pid}`,
      clock,
      ids: createCountingIds(`of-${pid}`),
      facts: machine.factsOf(pid),
      journalModeFor: () => mode,
    });
    assert.ok(opened.ok, JSON.stringify(opened));
    assert.equal(opened.value.mode, mode);
    return opened.value;
  };
  const [store, other] = [await open(1), await open(2)];
  return {
    store,
    other,
    killOther() {
      machine.processes.delete(2);
      other.dispose();
    },
    pass: (ms) => clock.advance(ms),
    dispose: () => [store, other].forEach((one) => one.dispose()),
  };
}
