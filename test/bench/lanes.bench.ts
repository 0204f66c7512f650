import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { redactSecrets } from '../../src/core/privacy/secrets.ts';
import { listProcesses } from '../../src/adapters/process/processTable.ts';
import { customAgents } from '../../src/protocol/customAgents.ts';
import { laneSpec } from '../builders/lane.ts';
import { supervised, until, type Supervised } from '../integration/support/supervised.ts';
import type { Bench } from './bench.ts';

const sessions = 500;
const atOnce = 8;
const script = join(import.meta.dirname, '../fixtures/stand-ins/awkward.mjs');
const custom = customAgents.parse([
  { id: 'brief', argv: ['/bin/sh', '-c', 'echo Done.'] },
  { id: 'lines', argv: [process.execPath, script, 'lines'] },
  { id: 'chatter', argv: [process.execPath, script, 'chatter'] },
]);

const run = async (place: Supervised, agent: string, id: string, onProgress: (text: string) => void): Promise<void> => {
  const cwd = join(place.root, 'cwd');
  mkdirSync(cwd, { recursive: true });
  const spec = laneSpec({ id, agent, cwd, folder: join(place.root, 'jobs', id), fullAccess: true });
  const outcome = await place.lanes.run(spec, new AbortController().signal, ({ text, quiet }) => {
    // As the application does with every line, also with those of a burst that it doesn't show.
    const clean = redactSecrets(text);
    if (quiet !== true) onProgress(clean);
  });
  if (outcome.kind !== 'report') throw new Error(`${agent}: ${outcome.problem.code}`);
};

const handles = (pid: number | 'self'): number => readdirSync(`/proc/${pid}/fd`).length;

/** Living processes, and ended ones that nobody collected, below this one and its supervisor. */
const below = async (supervisor: number): Promise<number> =>
  (await listProcesses()).filter(({ parent }) => parent === process.pid || parent === supervisor).length;

const soak: Bench = {
  name: 'lanes, soak',
  async run() {
    const place = await supervised({ custom, idleMs: 2000 });
    try {
      // What the first ones open stays open: it is none of the others'.
      for (let n = 0; n < atOnce; n += 1) await run(place, 'brief', `first-${n}`, () => undefined);
      const supervisor = place.pid();
      const before = { own: handles('self'), theirs: handles(supervisor), processes: await below(supervisor) };
      let next = 0;
      const worker = async (): Promise<void> => {
        for (let n = next++; n < sessions; n = next++) await run(place, 'brief', String(n), () => undefined);
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      const left = (): readonly number[] => [handles('self') - before.own, handles(supervisor) - before.theirs];
      await until(() => left().every((count) => count <= 0), 'handles to be closed').catch(() => undefined);
      const files = readdirSync(place.root, { recursive: true, encoding: 'utf8' });
      const title = `of ${sessions} lanes that began and ended`;
      const [own = 0, theirs = 0] = left();
      return [
        {
          label: `processes left ${title}`,
          value: (await below(supervisor)) - before.processes,
          unit: 'count',
          bar: 0,
        },
        { label: `handles left in the host ${title}`, value: own, unit: 'count', bar: 0 },
        { label: `handles left in the supervisor ${title}`, value: theirs, unit: 'count', bar: 0 },
        {
          label: `temporary files and open notes left ${title}`,
          value: files.filter((name) => /\.tmp$|open-lanes./.test(name)).length,
          unit: 'count',
          bar: 0,
        },
      ];
    } finally {
      await place.close();
    }
  },
};

/** Milliseconds that the host's event loop is late in a hundredth of its turns, while `task` runs. */
async function lateness(task: () => Promise<unknown>): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution: 5 });
  histogram.enable();
  await task();
  histogram.disable();
  return histogram.percentile(99) / 1e6;
}

const flood: Bench = {
  name: 'lanes, flood',
  async run() {
    const place = await supervised({ custom, idleMs: 2000 });
    try {
      await run(place, 'brief', 'first', () => undefined);
      const quiet = await lateness(() => delay(1500));
      let told = 0;
      const flooded = await lateness(() => run(place, 'lines', 'lines', () => void (told += 1)));
      const rewritten = await lateness(() => run(place, 'chatter', 'chatter', () => undefined));
      return [
        { label: 'the host’s event loop, p99, with nothing to do', value: quiet, unit: 'ms' },
        {
          label: 'with 20,000 lines at once, more than that',
          value: Math.max(flooded - quiet, 0),
          unit: 'ms',
          bar: 50,
        },
        {
          label: 'with 20,000 rewrites of one line, more than that',
          value: Math.max(rewritten - quiet, 0),
          unit: 'ms',
          bar: 50,
        },
        { label: 'lines shown of 20,000', value: told, unit: 'count', bar: 5000 },
      ];
    } finally {
      await place.close();
    }
  },
};

export const benches: readonly Bench[] = [soak, flood];
