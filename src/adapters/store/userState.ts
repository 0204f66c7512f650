import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where this user's state lies outside every repository: `XDG_STATE_HOME`, else what the platform's habit is. */
export function userState(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const chosen = env['XDG_STATE_HOME'];
  if (chosen) return join(chosen, 'mam');
  const local = env['LOCALAPPDATA'];
  if (process.platform === 'win32' && local) return join(local, 'mam');
  return join(homedir(), '.local', 'state', 'mam');
}

/** Length of every key that is made here. */
export const keyBytes = 32;

/** The key of the seals. Null when there is none yet and `make` is false. */
export const readSealKey = (folder: string, make: boolean): Promise<Buffer | null> =>
  readUserKey(folder, 'seal.key', make);

/** A key in a file that only the user can read. Null when there is none yet and `make` is false. */
export async function readUserKey(folder: string, name: string, make: boolean): Promise<Buffer | null> {
  const path = join(folder, name);
  const found = await readIfThere(path);
  if (found !== null || !make) return found === null ? null : Buffer.from(found.trim(), 'hex');
  const temporary = join(folder, `.${name}.${process.pid}.${randomBytes(4).toString('hex')}`);
  await writePrivate(temporary, `${randomBytes(keyBytes).toString('hex')}\n`);
  try {
    // A link fails where another process was faster: its key is the one that counts.
    await link(temporary, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  return readUserKey(folder, name, false);
}

/** The record of the newest sealed head of one log, beside the key. */
export function sealRecord(
  folder: string,
  logId: string,
): { load(): Promise<string | null>; save(record: string): Promise<void> } {
  const path = join(folder, 'seals', `${logId}.json`);
  return {
    load: () => readIfThere(path),
    async save(record) {
      const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
      await writePrivate(temporary, record);
      await rename(temporary, path);
    },
  };
}

async function writePrivate(path: string, text: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
