import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Disposable } from '../../../base/disposable.ts';
import { supervisorEndpoint, type SupervisorEndpoint } from '../../../protocol/agents/supervisorMessages.ts';
import { writeAtomically } from '../atomicFile.ts';

/** The longest path that every system takes for a socket, in bytes. */
const longestSocketPath = 100;

/** What a supervisor says before it crashes, in its folder. */
export const supervisorLog = 'supervisor.log';

const endpointPath = (folder: string): string => join(folder, 'supervisor.json');

/** Where the supervisor of this folder listens, null when none says so. It may be dead all the same. */
export function readEndpoint(folder: string): SupervisorEndpoint | null {
  try {
    return supervisorEndpoint.parse(JSON.parse(readFileSync(endpointPath(folder), 'utf8')));
  } catch {
    return null;
  }
}

export const writeEndpoint = (folder: string, endpoint: SupervisorEndpoint): void =>
  writeAtomically(endpointPath(folder), `${JSON.stringify(endpoint)}\n`);

export const removeEndpoint = (folder: string): void => rmSync(endpointPath(folder), { force: true });

/**
 * Holds the right to be the supervisor of a folder for the life of this process; null when another one has it.
 * The system lets go of the lock when its holder dies, so there is never a stale one to break.
 */
export function lockFolder(folder: string): Disposable | null {
  const lock = new DatabaseSync(join(folder, 'supervisor.lock'));
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return { dispose: () => lock.close() };
  } catch {
    lock.close();
    return null;
  }
}

/** Tells the socket at a path from another that takes its place; null where none is, as with the pipes of Windows. */
export function socketMark(socket: string): string | null {
  const found = lstatSync(socket, { bigint: true, throwIfNoEntry: false });
  return found?.isSocket() === true ? `${found.dev}:${found.ino}` : null;
}

/** A path to listen at: inside the folder where that is short enough, else in a private folder for temporary files. */
export function chooseSocket(folder: string): string {
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\mam-${digest}`;
  const near = join(folder, 'supervisor.sock');
  if (Buffer.byteLength(near) <= longestSocketPath) return near;
  const user = process.getuid?.() ?? 0;
  const base = Buffer.byteLength(tmpdir()) < longestSocketPath - 40 ? tmpdir() : '/tmp';
  const home = join(base, `mam-${user}`);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const found = lstatSync(home);
  if (!found.isDirectory() || found.uid !== user) throw new Error(`${home} belongs to somebody else.`);
  chmodSync(home, 0o700);
  return join(home, `${digest}.sock`);
}
