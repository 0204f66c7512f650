import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMamCommand } from '../builders/mamCommand.ts';
import { settingsWith } from '../builders/settings.ts';
import { queueText } from '../builders/queueText.ts';
import { processorTime } from './processorTime.ts';
import { nextUp } from '../../src/core/autoLoop/nextUp.ts';
import { CoreWorld, taskOf } from '../builders/core.ts';
import { median, timed, type Bench } from './bench.ts';

const tasks = 12;
const atOnce = 4;
/** What every agent takes for its work, in milliseconds. */
const workMs = 2000;
const sampleMs = 25;

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
  /** Processor time of the host and of the supervisor, without that of their children. */
  readonly cpuMs: number;
}

/** The whole queue, so many tasks at once, by the program as it is shipped. */
async function work(pool: number): Promise<Spent> {
  const mam = await createMamCommand();
  try {
    await mam.setQueue(queue);
    const host = mam.start(
      ...['start', '--infinite', '--pool', String(pool), '--json', '--yes', '--agents', 'rehearsal'],
      ...['--topology', 'four-role', '--allow-check', 'git --version'],
    );
    let [first, last, hostMs, text] = [0, 0, 0, ''];
    host.child.stdout?.on('data', (chunk: string) => {
      text += chunk;
      if (first === 0 && text.includes('"runStarted"')) first = performance.now();
      if (chunk.includes('"cycleSettled"')) last = performance.now();
    });
    // What a process has spent can't be asked any more once it has ended.
    const sampler = setInterval(() => {
      try {
        hostMs = processorTime(host.child.pid ?? 0).own;
      } catch {
        // It has just ended.
      }
    }, sampleMs);
    const { code, err } = await host.ended;
    clearInterval(sampler);
    const completed = text.split('\n').filter((line) => line.includes('"type":"cycleSettled"')).length;
    if (code !== 0 || completed !== tasks) throw new Error(`${completed} of ${tasks} tasks, code ${code}: ${err}`);
    const { pid }: { pid: number } = JSON.parse(readFileSync(join(mam.repository, '.git/mam/supervisor.json'), 'utf8'));
    return { ms: last - first, cpuMs: hostMs + processorTime(pid).own };
  } finally {
    await mam.dispose();
  }
}

const pool: Bench = {
  name: 'several tasks at once',
  async run() {
    const [alone, together] = [await work(1), await work(atOnce)];
    return [
      { label: `${tasks} tasks one after another, each agent 2 s`, value: alone.ms, unit: 'ms' },
      { label: 'four at once, against that', value: together.ms / alone.ms, unit: 'ratio', bar: 0.294 },
      {
        label: 'processor time of host and supervisor for each task, the starting of git and agents among it',
        value: together.cpuMs / tasks,
        unit: 'ms',
        bar: 150,
      },
    ];
  },
};

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
    for (let i = 0; i < 50; i++) samples.push(await timed(() => nextUp(world.state, loop, flying)));
    const serial = many.map((task) => ({ ...task, title: 'A release' }));
    const gated = new CoreWorld().start(serial, { limit: null, pool: 2, queueLanes });
    const [one] = Object.values(gated.state.loops);
    const [first] = Object.values(gated.state.runs);
    if (!one || !first) throw new Error('nothing was begun');
    const vain: number[] = [];
    for (let i = 0; i < 50; i++) vain.push(await timed(() => nextUp(gated.state, one, [first])));
    return [
      { label: 'the next task beside four at work', value: median(samples), unit: 'ms', bar: 10 },
      { label: 'none, where all are serial and one is at work', value: median(vain), unit: 'ms', bar: 10 },
    ];
  },
};

export const benches: readonly Bench[] = [pool, selection];
