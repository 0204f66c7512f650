import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../base/problem.ts';
import { modeOf, syncFolder, writeFresh } from './atomicWrite.ts';
import { hasCode, notTextProblem } from './errors.ts';
import { renamePatiently } from './renamePatiently.ts';

/**
 * Replaces a file that still holds `before` as a whole and durably, with its permissions; null stands for no file. False
 * where it holds something else by now. What another program writes into the file that is being replaced is put back.
 */
export async function swapFile(path: string, before: string | null, after: string): Promise<Result<boolean, Problem>> {
  const hidden = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  const [fresh, held] = [`${hidden}.tmp`, `${hidden}.old`];
  try {
    if (before === null) {
      await writeFresh(fresh, after, null);
      await link(fresh, path);
      await syncFolder(dirname(path));
      return ok(true);
    }
    const { ino } = await stat(path);
    // By this name what is replaced can still be looked at afterwards.
    const isHeld = await holds(path, held);
    const there = await readFile(isHeld ? held : path);
    if (!there.equals(Buffer.from(before)))
      return there.toString('utf8') === before ? err(notTextProblem(path)) : ok(false);
    await writeFresh(fresh, after, await modeOf(path));
    if ((await stat(path)).ino !== ino || !(await readFile(path)).equals(there)) return ok(false);
    await renamePatiently(fresh, path);
    if (isHeld && !(await readFile(held)).equals(there)) {
      await rename(held, path);
      await syncFolder(dirname(path));
      return ok(false);
    }
    await syncFolder(dirname(path));
    return ok(true);
  } catch (error) {
    if (hasCode(error, before === null ? 'EEXIST' : 'ENOENT')) return ok(false);
    throw error;
  } finally {
    await rm(fresh, { force: true });
    await rm(held, { force: true });
  }
}

/** Whether it got the second name; not where the file system has no such thing. */
async function holds(path: string, name: string): Promise<boolean> {
  try {
    await link(path, name);
    return true;
  } catch (error) {
    if (hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK')) return false;
    throw error;
  }
}
