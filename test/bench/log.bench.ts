import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fold } from '../../src/core/evolve.ts';
import { makeRepository, openTestApp } from '../integration/app/support.ts';
import { median, paired, timed, type Bench, type Row } from './bench.ts';
import { history } from './history.ts';
import { storeHistory } from './storeHistory.ts';

const events = 100_000;
/** How far a snapshot may lie behind when a host is opened. */
const behind = 10_000;

const folding: Bench = {
  name: 'the log',
  async run() {
    const log = history(events);
    const quarter = log.slice(0, events / 4);
    const whole = await timed(() => fold(log));
    // After the first fold, which pays for compiling what both run.
    const { a, b } = await paired(
      5,
      () => fold(log),
      () => fold(quarter),
    );
    const rows: readonly Row[] = [
      { label: 'cold fold of 100,000 events', value: whole, unit: 'ms', bar: 5000 },
      { label: 'of 100,000 events against four times 25,000', value: a / (4 * b), unit: 'ratio', bar: 2 },
    ];
    return rows;
  },
};

/** A host does not hold the log itself in its memory, so it is opened by a bench of its own. */
const open: Bench = { name: 'opening', run: opening };

/** How long a host takes to be ready with a log of that length. */
async function opening(): Promise<readonly Row[]> {
  const repository = makeRepository({ 'README.md': 'x\n', 'tasks/queue.md': '# Queue\n' });
  try {
    await storeHistory(history(events), {
      folder: join(repository.root, '.git/mam'),
      stateFolder: join(repository.root, '../state/mam'),
      snapshotAt: events - behind,
    });
    const times: number[] = [];
    const cpu: number[] = [];
    // The first host writes all contract files; it is no sample.
    for (let i = -1; i < 5; i += 1) {
      forgetNewSnapshots(repository.root, events - behind);
      const [start, spent] = [performance.now(), process.cpuUsage()];
      const app = await openTestApp(repository.root);
      const { user, system } = process.cpuUsage(spent);
      if (i >= 0) times.push(performance.now() - start);
      if (i >= 0) cpu.push((user + system) / 1000);
      await app.close();
    }
    return [
      { label: 'ready with 100,000 events, snapshot 10,000 behind', value: median(times), unit: 'ms', bar: 1000 },
      { label: 'own processor time of that', value: median(cpu), unit: 'ms' },
    ];
  } finally {
    await repository.dispose();
  }
}

/** Each host that is opened saves a snapshot of its own; the next one is to find the old one only. */
function forgetNewSnapshots(root: string, after: number): void {
  const db = new DatabaseSync(join(root, '.git/mam/mam.db'));
  db.prepare('DELETE FROM snapshots WHERE seq > ?').run(after);
  db.close();
}

export const benches: readonly Bench[] = [folding, open];
