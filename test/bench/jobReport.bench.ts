import { closeSync, fdatasyncSync, openSync, renameSync, watch, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeRepository, openTestApp, until } from '../integration/app/support.ts';
import { median, quantile, type Bench } from './bench.ts';
import { fillLog, handIn, waitingJob } from './waitingJob.ts';

const samples = 60;
/** A poll of this period finds a report after half of it on average. */
const pollMs = 3000;

const id = (n: number): string => `job-${n}`;

/** The least that could be done: a bare watch hears of a file, and a line is on disk. Milliseconds from its rename. */
function bareFloor(folder: string) {
  const log = openSync(join(folder, '.bare.log'), 'a');
  let heard = (): void => undefined;
  const watcher = watch(folder, (_kind, name) => {
    if (name === 'bare.json') heard();
  });
  return {
    async once(): Promise<number> {
      writeFileSync(join(folder, '.bare.tmp'), 'x\n');
      const start = performance.now();
      const seen = new Promise<void>((resolve) => (heard = resolve));
      renameSync(join(folder, '.bare.tmp'), join(folder, 'bare.json'));
      await seen;
      heard = () => undefined;
      writeSync(log, 'transition\n');
      fdatasyncSync(log);
      return performance.now() - start;
    },
    dispose(): void {
      watcher.close();
      closeSync(log);
    },
  };
}

const transition: Bench = {
  name: 'report of a job',
  async run() {
    const repository = makeRepository({ 'README.md': 'x\n', 'tasks/queue.md': '# Queue\n' });
    const { root } = repository;
    await fillLog(root, Array.from({ length: samples }, (_, n) => waitingJob(id(n))).flat());
    const app = await openTestApp(root);
    const bare = bareFloor(join(root, '..'));
    try {
      const times: number[] = [];
      const floors: number[] = [];
      for (let n = 0; n < samples; n += 1) {
        floors.push(await bare.once());
        const start = handIn(root, id(n));
        await until(app, ({ state }) => state.delegations[id(n)]?.status === 'completed');
        times.push(performance.now() - start);
      }
      const p50 = median(times);
      return [
        { label: 'manifest renamed into place to its job completed, p50', value: p50, unit: 'ms' },
        { label: 'the same, p95', value: quantile(times, 0.95), unit: 'ms', bar: 25 },
        { label: 'a bare watch and one durable line in turns with it, p50', value: median(floors), unit: 'ms' },
        { label: 'that, p95', value: quantile(floors, 0.95), unit: 'ms' },
        { label: 'p50 against a poll every 3 s', value: p50 / (pollMs / 2), unit: 'ratio', bar: 0.01 },
      ];
    } finally {
      bare.dispose();
      await app.close();
      await repository.dispose();
    }
  },
};

export const benches: readonly Bench[] = [transition];
