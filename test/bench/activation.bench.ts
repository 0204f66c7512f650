import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, type Bench } from './bench.ts';

const dist = join(import.meta.dirname, '../../dist');
const rounds = 15;

interface Measured {
  readonly ms: number;
  readonly spawned: number;
  readonly connected: number;
}

const inChild = (mode: string, file: string): Measured => {
  const out = execFileSync(process.execPath, [join(import.meta.dirname, 'activateOnce.cjs'), mode, file], {
    encoding: 'utf8',
  });
  const measured: Measured = JSON.parse(out);
  return measured;
};

const activation: Bench = {
  name: 'activation',
  async run() {
    const bundle = join(dist, 'extension.cjs');
    const folder = mkdtempSync(join(tmpdir(), 'mam-bench-'));
    try {
      // The same text, never run: what reading and scanning a file of this size costs anybody.
      const inert = join(folder, 'inert.cjs');
      writeFileSync(inert, `exports.never = function () {${readFileSync(bundle, 'utf8')}\n};`);
      const runs = Array.from({ length: rounds }, () => ({
        active: inChild('activate', bundle),
        inert: inChild('require', inert),
      }));
      return [
        {
          label: 'require and activate against requiring an inert file of the same size',
          value: median(runs.map((run) => run.active.ms / run.inert.ms)),
          unit: 'ratio',
          bar: 3,
        },
        { label: 'require and activate', value: median(runs.map((run) => run.active.ms)), unit: 'ms' },
        {
          label: 'processes started during activation',
          value: Math.max(...runs.map((run) => run.active.spawned)),
          unit: 'count',
          bar: 0,
        },
        {
          label: 'connections opened during activation',
          value: Math.max(...runs.map((run) => run.active.connected)),
          unit: 'count',
          bar: 0,
        },
        { label: 'first bundle', value: statSync(bundle).size / 1000, unit: 'kB', bar: 600 },
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

export const benches: readonly Bench[] = [activation];
