import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../base/problem.ts';
import { modeOf, syncFolder, writeFresh } from './atomicWrite.ts';
import { hasCode, notTextProblem } from './errors.ts';
import { renamePatiently } from './renamePatiently.ts';

/** A second name that is older was left by somebody who was killed, in milliseconds. */
const leftMs = 10_000;
/** For how long somebody else who swaps the same file is waited for before it is looked at anew, in milliseconds. */
const turnMs = 25;

/**
 * Replaces a file that still holds `before` as a whole and durably, with its permissions; null stands for no file. False
 * where it holds something else by now, or is being swapped by another process. What another program writes into the
 * file that is being replaced is put back.
 */
export async function swapFile(path: string, before: string | null, after: string): Promise<Result<boolean, Problem>> {
  const hidden = join(dirname(path), `.${basename(path)}`);
  const fresh = `${hidden}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    return before === null
      ? ok(await makeFile(path, fresh, after))
      : await swapHeld(path, { fresh, hidden }, Buffer.from(before), after);
  } catch (error) {
    if (hasCode(error, before === null ? 'EEXIST' : 'ENOENT')) return ok(false);
    throw error;
  } finally {
    await rm(fresh, { force: true });
  }
}

async function makeFile(path: string, fresh: string, text: string): Promise<true> {
  await writeFresh(fresh, text, null);
  await link(fresh, path);
  await syncFolder(dirname(path));
  return true;
}

/**
 * What is replaced gets a second name made of its number: who gets it there first has its turn, and can still look at the
 * old file by it once another one stands in its place.
 */
async function swapHeld(
  path: string,
  { fresh, hidden }: { readonly fresh: string; readonly hidden: string },
  before: Buffer,
  after: string,
): Promise<Result<boolean, Problem>> {
  const { ino } = await stat(path);
  const held = `${hidden}.${ino}.old`;
  const isHeld = await holds(path, held);
  if (isHeld === 'by another') return ok(false);
  let isMine = isHeld;
  try {
    const there = await readFile(isHeld ? held : path);
    if (!there.equals(before))
      return there.toString('utf8') === before.toString('utf8') ? err(notTextProblem(path)) : ok(false);
    await writeFresh(fresh, after, await modeOf(path));
    if ((await stat(path)).ino !== ino || !(await readFile(path)).equals(there)) return ok(false);
    await renamePatiently(fresh, path);
    const isLate = isHeld && !(await readFile(held)).equals(there);
    if (isLate) {
      // From here on the second name is free for whoever swaps the file next.
      isMine = false;
      await rename(held, path);
    }
    await syncFolder(dirname(path));
    return ok(!isLate);
  } finally {
    if (isMine) await rm(held, { force: true });
  }
}

/** Whether it got the second name; not where the file system has no such thing. */
async function holds(path: string, name: string): Promise<boolean | 'by another'> {
  try {
    await link(path, name);
    return true;
  } catch (error) {
    if (hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK')) return false;
    if (!hasCode(error, 'EEXIST')) throw error;
    // Whoever gives a file a name changes the time of its entry.
    const made = await stat(name).catch(() => null);
    if (made !== null && Date.now() - made.ctimeMs > leftMs) await rm(name, { force: true });
    else await delay(turnMs);
    return 'by another';
  }
}
