// Root hooks of every tier: what a test starts must have ended when the tests end.
// A process counts if it is a child of this one or carries this run's mark in its environment (so daemons count too).
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from 'mocha';
import { printOpenHandles, traceHandles } from './openHandles.ts';

const GRACE_MILLISECONDS = 3000;
const mark = `MAM_TEST_RUN=${process.env['MAM_TEST_RUN'] ?? `of-${process.pid}`}`;
const isTraced = process.env['MAM_TEST_TRACE'] === '1';
if (isTraced) traceHandles();
const startedBy = new Map<number, string>();

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function children(): number[] {
  try {
    const lists = readdirSync('/proc/self/task').map((thread) => read(`/proc/self/task/${thread}/children`));
    return lists.join(' ').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function marked(): number[] {
  try {
    const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
    return all.filter((pid) => read(`/proc/${pid}/environ`).split('\0').includes(mark)).map(Number);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  const state = read(`/proc/${pid}/stat`).split(') ').pop()?.[0];
  return state !== undefined && state !== '' && state !== 'Z';
}

const leaked = (): number[] => [...new Set([...children(), ...marked()])].filter(isAlive);

const describeProcess = (pid: number): string => {
  const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
  return `  ${pid} ${command} (first seen in: ${startedBy.get(pid) ?? 'unknown'})`;
};

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself in the meantime.
  }
}

/** If anything still keeps the event loop alive by then, the tier would hang: say what it is and fail. */
function watchForOpenHandles(): void {
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(`the tests have ended, but this keeps the process alive: ${open}\n`);
    if (isTraced) printOpenHandles();
    // Mocha sets the exit code when the process exits; whoever comes last wins.
    process.on('exit', () => (process.exitCode = 1));
    process.exit();
  }, GRACE_MILLISECONDS).unref();
}

export const mochaHooks = {
  afterEach(this: Context): void {
    const title = this.currentTest?.fullTitle() ?? '';
    for (const pid of children()) if (!startedBy.has(pid)) startedBy.set(pid, title);
  },

  async afterAll(this: Context): Promise<void> {
    this.timeout(GRACE_MILLISECONDS + 2000);
    const deadline = Date.now() + GRACE_MILLISECONDS;
    while (leaked().length > 0 && Date.now() < deadline) await delay(50);
    const left = leaked();
    const list = left.map(describeProcess).join('\n');
    left.forEach(endProcess);
    watchForOpenHandles();
    if (left.length > 0) throw new Error(`processes were left running:\n${list}`);
  },
};
