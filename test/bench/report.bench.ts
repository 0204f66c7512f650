import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTestApp, makeRepository, until } from '../integration/app/support.ts';
import { quantile, type Bench } from './bench.ts';

const samples = 100;
/** A poll of this period finds a report after half of it on average, and after 95 % of it in the worst twentieth. */
const pollMs = 3000;

const transition: Bench = {
  name: 'report handed in',
  async run() {
    const repository = makeRepository({ 'README.md': 'x\n', 'tasks/queue.md': '# Queue\n' });
    const app = await openTestApp(repository.root);
    try {
      const times: number[] = [];
      for (let i = 0; i < samples; i++) {
        const status = `note ${i}`;
        const file = join(repository.root, '.git/mam', `.bench-${i}.tmp`);
        writeFileSync(file, JSON.stringify({ v: 1, type: 'heartbeat', session: 'reviewer', role: 'Reviewer', status }));
        const start = performance.now();
        renameSync(file, join(repository.root, '.git/mam/spool', `bench-${String(i).padStart(4, '0')}.json`));
        await until(app, (now) => now.state.sessions['reviewer']?.status === status);
        times.push(performance.now() - start);
      }
      return [
        { label: 'renamed into place to transition seen, p50', value: quantile(times, 0.5), unit: 'ms' },
        { label: 'renamed into place to transition seen, p95', value: quantile(times, 0.95), unit: 'ms', bar: 25 },
        { label: 'p50 against a poll every 3 s', value: quantile(times, 0.5) / (pollMs / 2), unit: 'ratio', bar: 0.01 },
      ];
    } finally {
      await app.close();
      await repository.dispose();
    }
  },
};

export const benches: readonly Bench[] = [transition];
