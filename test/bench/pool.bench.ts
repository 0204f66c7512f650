import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMamCommand } from '../builders/mamCommand.ts';
import { settingsWith } from '../builders/settings.ts';
import { queueText } from '../builders/queueText.ts';
import { processorTime } from './processorTime.ts';
import { nextUp } from '../../src/core/autoLoop/nextUp.ts';
import { CoreWorld, taskOf } from '../builders/core.ts';
import { median, type Bench } from './bench.ts';

const tasks = 12;
const atOnce = 4;
/** What every agent takes for its work, in milliseconds. */
const workMs = 2000;

const script = (file: string): string =>
  `### Script\n\n\`\`\`rehearsal\n${JSON.stringify([
    {
      on: { kind: 'implement' },
      steps: [{ sleep: workMs }, { write: file, text: 'export const done = true;\n' }, { report: 'Done.' }],
    },
    { on: { kind: 'review' }, steps: [{ sleep: workMs }, { verdict: 'pass' }] },
  ])}\n\`\`\`\n`;

const queue = queueText(
  ...Array.from({ length: tasks }, (_, n) => ({
    id: `T-2026-${String(n + 1).padStart(4, '0')}`,
    claims: `src/part${n}.mjs`,
    checks: ['git --version'],
    notes: script(`src/part${n}.mjs`),
  })),
);

interface Spent {
  /** From the first task's beginning to the last one's open gate. */
  readonly ms: number;
  /** Processor time of the host and of the supervisor in that time, without that of their children. */
  readonly cpuMs: number;
  /** What of it the starting of git and agents took. */
  readonly startingMs: number;
  /** How many of them were started. */
  readonly started: number;
}

interface Mark {
  readonly at: number;
  readonly cpuMs: number;
}

/** The whole queue, so many tasks at once, by the program as it is shipped. */
async function work(pool: number): Promise<Spent> {
  const mam = await createMamCommand();
  try {
    await mam.setQueue(queue);
    Object.assign(mam.env, { MAM_NODE: probing(mam.folder), MAM_SPAWN_PROBE: mam.folder });
    const host = mam.start(
      ...['start', '--infinite', '--pool', String(pool), '--json', '--yes', '--agents', 'rehearsal'],
      ...['--topology', 'four-role', '--allow-check', 'git --version'],
    );
    const now = (): Mark => ({
      at: Date.now(),
      cpuMs: processorTime(host.child.pid ?? 0).own + supervisorTime(mam.repository),
    });
    let [first, last, text]: [Mark | null, Mark | null, string] = [null, null, ''];
    host.child.stdout?.on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('"runStarted"')) first ??= now();
      if (chunk.includes('"cycleSettled"')) last = now();
    });
    const { code, err } = await host.ended;
    const completed = text.split('\n').filter((line) => line.includes('"type":"cycleSettled"')).length;
    if (code !== 0 || completed !== tasks) throw new Error(`${completed} of ${tasks} tasks, code ${code}: ${err}`);
    const [from, to] = [first, last] as readonly (Mark | null)[];
    if (!from || !to) throw new Error('no task was begun');
    await mam.endSupervisor();
    const starts = startsIn(mam.folder).filter(({ at }) => at >= from.at && at <= to.at);
    return {
      ms: to.at - from.at,
      cpuMs: to.cpuMs - from.cpuMs,
      startingMs: starts.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
      started: starts.length,
    };
  } finally {
    await mam.dispose();
  }
}

/** A Node that loads the probe before its program. */
function probing(folder: string): string {
  const file = join(folder, 'node');
  const probe = join(import.meta.dirname, 'spawnProbe.cjs');
  const quoted = (path: string): string => `'${path.replaceAll("'", String.raw`'\''`)}'`;
  writeFileSync(
    file,
    `#!/bin/sh\n[ "$1" = --version ] && exec ${quoted(process.execPath)} --version\nexec ${quoted(process.execPath)} --require ${quoted(probe)} "$@"\n`,
    { mode: 0o755 },
  );
  return file;
}

/** Before it was started it has spent nothing. */
function supervisorTime(repository: string): number {
  try {
    const { pid }: { pid: number } = JSON.parse(readFileSync(join(repository, '.git/mam/supervisor.json'), 'utf8'));
    return processorTime(pid).own;
  } catch {
    return 0;
  }
}

/** What the probes of both programs wrote down. */
const startsIn = (folder: string): readonly Mark[] =>
  readdirSync(folder)
    .filter((name) => /^starts-\d+\.json$/.test(name))
    .flatMap((name): Mark[] => JSON.parse(readFileSync(join(folder, name), 'utf8')));

const pool: Bench = {
  name: 'several tasks at once',
  async run() {
    const [alone, together] = [await work(1), await work(atOnce)];
    const { cpuMs, startingMs, started } = together;
    return [
      { label: `${tasks} tasks one after another, each agent 2 s`, value: alone.ms, unit: 'ms' },
      { label: 'four at once, against that', value: together.ms / alone.ms, unit: 'ratio', bar: 0.294 },
      {
        label: 'processor time of host and supervisor for each task, without the starting of git and agents',
        value: (cpuMs - startingMs) / tasks,
        unit: 'ms',
        bar: 150,
      },
      { label: 'the same with that', value: cpuMs / tasks, unit: 'ms' },
      { label: 'share of the starting in that', value: startingMs / cpuMs, unit: 'ratio' },
      { label: 'git processes and agents started for each task', value: started / tasks, unit: 'count' },
    ];
  },
};

/** Milliseconds of processor time: others that are at work on this machine count for nothing. */
function spent(task: () => unknown): number {
  const before = process.cpuUsage();
  task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const selection: Bench = {
  name: 'queue of 1,000 tasks',
  async run() {
    const many = Array.from({ length: 1000 }, (_, n) =>
      taskOf(`T-2026-${String(n).padStart(4, '0')}`, { claims: [`src/part${n}/**`], priority: n % 4 }),
    );
    const settings = settingsWith();
    const queueLanes = { serialWords: settings['mam.queue.serialWords'], surfaces: settings['mam.surfaces'] };
    const world = new CoreWorld().start(many, { limit: null, pool: 4, queueLanes });
    const [loop] = Object.values(world.state.loops);
    if (!loop) throw new Error('no loop');
    const flying = Object.values(world.state.runs);
    const samples: number[] = [];
    for (let i = 0; i < 50; i++) samples.push(spent(() => nextUp(world.state, loop, flying)));
    const serial = many.map((task) => ({ ...task, title: 'A release' }));
    const gated = new CoreWorld().start(serial, { limit: null, pool: 2, queueLanes });
    const [one] = Object.values(gated.state.loops);
    const [first] = Object.values(gated.state.runs);
    if (!one || !first) throw new Error('nothing was begun');
    const vain: number[] = [];
    for (let i = 0; i < 50; i++) vain.push(spent(() => nextUp(gated.state, one, [first])));
    const sharing = many.map((task, n) => ({
      ...task,
      claims: [`src/part${n % 4}/**`, `src/part${n % 4}/file${n}.ts`],
    }));
    const crowded = new CoreWorld().start(sharing, { limit: null, pool: 5, queueLanes });
    const [crowd] = Object.values(crowded.state.loops);
    if (!crowd) throw new Error('no loop');
    const taken = Object.values(crowded.state.runs);
    const shared: number[] = [];
    for (let i = 0; i < 50; i++) shared.push(spent(() => nextUp(crowded.state, crowd, taken)));
    return [
      { label: 'the next task beside four at work: processor time', value: median(samples), unit: 'ms', bar: 10 },
      {
        label: 'none, where all are serial and one is at work: processor time',
        value: median(vain),
        unit: 'ms',
        bar: 10,
      },
      {
        label: 'none, where all share files with four at work: processor time',
        value: median(shared),
        unit: 'ms',
        bar: 10,
      },
    ];
  },
};

export const benches: readonly Bench[] = [pool, selection];
