import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMamCommand } from '../builders/mamCommand.ts';
import { queueText } from '../builders/queueText.ts';
import { processorTime } from './processorTime.ts';
import type { Bench } from './bench.ts';

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
    let [first, last, host_, cpu, text] = [0, 0, 0, 0, ''];
    host.child.stdout?.on('data', (chunk: string) => {
      text += chunk;
      if (first === 0 && text.includes('"runStarted"')) first = performance.now();
      if (chunk.includes('"cycleSettled"')) last = performance.now();
    });
    const sampler = setInterval(() => {
      try {
        host_ = processorTime(host.child.pid ?? 0).own;
      } catch {
        // It has just ended.
      }
    }, sampleMs);
    const { code, err } = await host.ended;
    clearInterval(sampler);
    const { pid }: { pid: number } = JSON.parse(readFileSync(join(mam.repository, '.git/mam/supervisor.json'), 'utf8'));
    cpu = host_ + processorTime(pid).own;
    process.stderr.write(`pool ${pool}: host ${host_} supervisor ${cpu - host_}\n`);
    if (process.env['KEEP']) (await import('node:fs')).writeFileSync(`/tmp/proof-pool${pool}.jsonl`, text);
    const settled = text.split('"outcome":"completed"').length - 1;
    if (code !== 0) throw new Error(`ended with ${code}: ${err}`);
    void settled;
    return { ms: last - first, cpuMs: cpu };
  } finally {
    await mam.dispose();
  }
}

const pool: Bench = {
  name: 'several tasks at once',
  async run() {
    const [alone, together] = [await work(1), await work(atOnce)];
    return [
      { label: `${tasks} tasks, agents of 2 s, one at a time`, value: alone.ms, unit: 'ms' },
      { label: `four at a time, against that`, value: together.ms / alone.ms, unit: 'ratio', bar: 1 / 3.4 },
      { label: `processor time of host and supervisor for each task`, value: together.cpuMs / tasks, unit: 'ms', bar: 150 },
    ];
  },
};

export const benches: readonly Bench[] = [pool];
