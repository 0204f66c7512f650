import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { readBootId } from '../process/bootId.ts';

/** Who a process is, so that another can tell whether it is gone. Null: this platform doesn't say. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Tells a process from a later one with the same pid. */
  readonly started: string | null;
  readonly boot: string | null;
  readonly machine: string;
  readonly pidNamespace: string | null;
}

/** What can be seen of a process of this machine and pid namespace. */
export interface ProcessSighting {
  readonly alive: boolean;
  readonly started: string | null;
}

export interface ProcessFacts {
  self(): Promise<ProcessIdentity>;
  look(pid: number): Promise<ProcessSighting>;
}

export function createProcessFacts(): ProcessFacts {
  const look = async (pid: number): Promise<ProcessSighting> => {
    if (!isThere(pid)) return { alive: false, started: null };
    if (process.platform === 'linux') return lookInProc(pid);
    if (process.platform === 'darwin')
      return { alive: true, started: await answerOf('/bin/ps', ['-o', 'lstart=', '-p', `${pid}`]) };
    return { alive: true, started: null };
  };
  return {
    look,
    async self() {
      const [{ started }, boot, machine, pidNamespace] = await Promise.all([
        look(process.pid),
        readBootId(),
        machineId(),
        readlink('/proc/self/ns/pid').catch(() => null),
      ]);
      return { pid: process.pid, started, boot, machine, pidNamespace };
    },
  };
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Fields after the program's name, which may hold spaces and brackets: state is the first, start time the 20th. */
async function lookInProc(pid: number): Promise<ProcessSighting> {
  const stat = await readText(`/proc/${pid}/stat`);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  const [state] = fields;
  const ended = state === undefined || state === 'Z' || state === 'X';
  return ended ? { alive: stat === null && isThere(pid), started: null } : { alive: true, started: fields[19] ?? null };
}

/** The host name is part of it, because images are copied together with their machine id. */
async function machineId(): Promise<string> {
  const id = process.platform === 'darwin' ? await appleId() : await readText('/etc/machine-id');
  return id === null ? hostname() : `${id}/${hostname()}`;
}

async function appleId(): Promise<string | null> {
  const answer = await answerOf('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']);
  return answer?.match(/"IOPlatformUUID" = "([^"]+)"/)?.[1] ?? null;
}

const readText = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').then(
    (text) => text.trim() || null,
    () => null,
  );

const answerOf = (file: string, args: readonly string[]): Promise<string | null> =>
  promisify(execFile)(file, args, { timeout: 2_000 }).then(
    ({ stdout }) => stdout.trim() || null,
    () => null,
  );
