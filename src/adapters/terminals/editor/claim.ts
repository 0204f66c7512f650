import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { placeWhole } from '../../process/placeWhole.ts';
import { startTimeOf } from '../../process/processTable.ts';

/**
 * Says for all windows that a session is being opened here. False when another process says so, and lives. Of two that
 * ask at the same time, one gets it.
 */
export async function claimStart(folder: string, id: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = claimFile(folder, id);
  const own = JSON.stringify({ pid: process.pid, startTime: await startTimeOf(process.pid) });
  for (let tries = 0; tries < 2; tries += 1) {
    if (await placeWhole(path, own)) return true;
    const holder = await readFile(path, 'utf8').catch(() => null);
    if (holder === null) continue;
    if (await lives(holder)) return false;
    // One that says nothing was left by a version that wrote it in place, and died in between.
    await rm(path, { force: true });
  }
  return false;
}

/** Others may open it again, or find what was opened. */
export const releaseStart = (folder: string, id: string): Promise<void> => rm(claimFile(folder, id), { force: true });

const claimFile = (folder: string, id: string): string => join(folder, `${Buffer.from(id).toString('hex')}.starting`);

async function lives(holder: string): Promise<boolean> {
  const [, pid, startTime] = /^\{"pid":(\d+),"startTime":(?:"([^"]*)"|null)\}$/.exec(holder) ?? [];
  if (pid === undefined) return false;
  const now = await startTimeOf(Number(pid));
  return now !== null && (startTime === undefined || now === startTime);
}
