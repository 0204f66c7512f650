import { mkdir, readFile, readlink, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Problem } from '../../base/problem.ts';
import { KeyedQueue } from '../../base/keyedQueue.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { placeWhole } from '../process/placeWhole.ts';
import { startTimeOf } from '../process/processTable.ts';
import * as problems from './problems.ts';
import { isMissing } from './readText.ts';

/** Serialises what changes worktrees and refs, over all processes that work on one repository. */
export interface RepositoryLock {
  /** Runs `task` alone. `git.busy` when others held the lock for the whole deadline (milliseconds). */
  run<T>(task: () => Promise<Result<T, Problem>>): Promise<Result<T, Problem>>;
}

interface Holder {
  readonly pid: number;
  readonly startTime: string;
  /** Machine and pid namespace: a pid means something only within them. */
  readonly host: string;
  readonly nonce: string;
}

const longestWaitMs = 20;

/**
 * The lock is a file placed by `link()`, which either makes the name or fails, with its owner's identity already in it.
 * A lock whose owner is provably dead is removed under a second lock, so that nobody removes what a third process has
 * placed meanwhile. A holder on another machine is never judged.
 */
export function createRepositoryLock(folder: string, deadlineMs = 60_000): RepositoryLock {
  const queue = new KeyedQueue();
  const path = join(folder, 'git.lock');

  async function acquire(): Promise<Result<Holder, Problem>> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const startTime = (await startTimeOf(process.pid)) ?? '';
    const self: Holder = { pid: process.pid, startTime, host: await whereAmI(), nonce: randomUUID() };
    const end = performance.now() + deadlineMs;
    for (;;) {
      if (await place(path, self)) return ok(self);
      const holder = await read(path);
      if (holder !== null && (await isDead(holder))) {
        await removeDead(path, holder, self);
        continue;
      }
      if (performance.now() > end) return err(problems.gitBusy(holder === null ? '?' : `pid ${holder.pid}`));
      await delay(1 + Math.random() * longestWaitMs);
    }
  }

  async function release(self: Holder): Promise<void> {
    // Only a file that still is ours: a process that slept past its own death sentence must not free another's lock.
    if ((await read(path))?.nonce === self.nonce) await rm(path, { force: true });
  }

  return {
    run: (task) =>
      queue.run('', async () => {
        const held = await acquire();
        if (!held.ok) return held;
        try {
          return await task();
        } finally {
          await release(held.value);
        }
      }),
  };
}

const place = (path: string, self: Holder): Promise<boolean> => placeWhole(path, JSON.stringify(self));

async function read(path: string): Promise<Holder | null> {
  try {
    const value = parse(await readFile(path, 'utf8'));
    return isHolder(value) ? value : broken;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** A lock is placed whole, so one that can't be read was torn by a power failure, and its holder is gone. */
const broken: Holder = { pid: 0, startTime: '', host: '', nonce: 'broken' };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isHolder = (value: unknown): value is Holder =>
  typeof value === 'object' &&
  value !== null &&
  'pid' in value &&
  'startTime' in value &&
  'host' in value &&
  'nonce' in value;

async function isDead(holder: Holder): Promise<boolean> {
  if (holder === broken) return true;
  if (holder.host !== (await whereAmI())) return false;
  // Where the system tells no start times (Windows), only a pid that is gone proves anything.
  return holder.startTime === '' ? !isThere(holder.pid) : (await startTimeOf(holder.pid)) !== holder.startTime;
}

/** Whether a process of this number runs, ours or not. */
export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

const whereAmI = async (): Promise<string> =>
  `${hostname()} ${await readlink('/proc/self/ns/pid').catch(() => process.platform)}`;

async function removeDead(path: string, dead: Holder, self: Holder): Promise<void> {
  // Named after the dead holder: whoever dies here blocks the removal of this one lock, until it is seen to be dead too.
  const steal = `${path}.steal-${dead.nonce}`;
  if (!(await place(steal, self))) {
    const other = await read(steal);
    if (other !== null && (await isDead(other))) await rm(steal, { force: true });
    else await delay(longestWaitMs);
    return;
  }
  try {
    if ((await read(path))?.nonce === dead.nonce) await rm(path, { force: true });
  } finally {
    await rm(steal, { force: true });
  }
}
