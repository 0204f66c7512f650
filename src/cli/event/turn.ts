import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { codeOf } from './durable.ts';

/** After this long a holder is taken for dead, in milliseconds: it writes one small file. */
const staleMs = 10_000;
const patienceMs = 20_000;

/**
 * Runs a task alone among the processes that name the same lock, so that what they number becomes visible in the order
 * of its numbers. Null when the lock stayed taken. A holder that was killed is noticed at once where its process can be
 * seen from here, else after ten seconds.
 */
export function takeTurn<T>(lock: string, task: () => T): { readonly value: T } | null {
  const deadline = Date.now() + patienceMs;
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (let wait = 1; !take(lock); wait = Math.min(wait * 2, 20)) {
    const stale = staleHolder(lock);
    if (stale !== null) setAside(lock, stale);
    else if (Date.now() > deadline) return null;
    else Atomics.wait(sleeper, 0, 0, wait);
  }
  try {
    return { value: task() };
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  try {
    const file = openSync(lock, 'wx', 0o600);
    writeSync(file, `${process.pid} ${world()}`);
    closeSync(file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** What a lock says whose holder is dead; null for any other. */
function staleHolder(lock: string): string | null {
  try {
    const holder = readFileSync(lock, 'utf8');
    const [pid = '', from = ''] = holder.split(' ');
    const isDead = from !== '' && from === world() && !isAlive(Number(pid));
    return isDead || Date.now() - statSync(lock).mtimeMs > staleMs ? holder : null;
  } catch {
    // It was given back meanwhile.
    return null;
  }
}

/** Only one of those that notice it moves it; who moves a newer one than it saw puts that back. */
function setAside(lock: string, holder: string): void {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (readFileSync(aside, 'utf8') !== holder) linkSync(aside, lock);
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  }
  rmSync(aside, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** Names the processes that can be seen from here: a sandbox may have numbers of its own. */
function world(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return process.platform === 'linux' ? '' : process.platform;
  }
}
