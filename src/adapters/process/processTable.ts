import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { promisify } from 'node:util';

/** One row of the system's process table. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** With the pid it names one process, also after a reboot; compare for equality only. */
  readonly startTime: string;
  /** Ended, and only waiting to be collected by its parent. */
  readonly zombie: boolean;
}

/** The start time of a living process, null when there is none with this pid (a zombie counts as none). */
export async function startTimeOf(pid: number): Promise<string | null> {
  const entry =
    process.platform === 'linux'
      ? readLinuxEntry(pid, bootId())
      : (await listProcesses()).find((one) => one.pid === pid);
  return entry === undefined || entry === null || entry.zombie ? null : entry.startTime;
}

/** Every process that this user can see. On Windows the list is empty: trees are ended by `taskkill` there. */
export async function listProcesses(): Promise<readonly ProcessEntry[]> {
  if (process.platform === 'linux') {
    const boot = bootId();
    const names = await readdir('/proc');
    return names.flatMap((name) => (/^\d+$/.test(name) ? (readLinuxEntry(Number(name), boot) ?? []) : []));
  }
  if (process.platform === 'win32') return [];
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,ppid=,pgid=,state=,lstart='], {
    env: { LC_ALL: 'C', PATH: process.env['PATH'] ?? '' },
  });
  return stdout.split('\n').flatMap(parsePsLine);
}

/** Whether a process was started with `name=value` in its environment. False when that can't be read. */
export async function carriesVariable(pid: number, name: string, value: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  try {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    return environment.split('\0').includes(`${name}=${value}`);
  } catch {
    return false;
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
}

function readLinuxEntry(pid: number, boot: string): ProcessEntry | null {
  try {
    // The name in parentheses may hold spaces and parentheses, so fields are counted from the last one.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent, group] = fields;
    return {
      pid,
      parent: Number(parent),
      group: Number(group),
      startTime: `${boot}:${fields[19] ?? ''}`,
      zombie: state === 'Z' || state === 'X',
    };
  } catch {
    return null;
  }
}

function parsePsLine(line: string): readonly ProcessEntry[] {
  const found = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line);
  if (found === null) return [];
  const [, pid, parent, group, state = '', startTime = ''] = found;
  return [{ pid: Number(pid), parent: Number(parent), group: Number(group), startTime, zombie: state.startsWith('Z') }];
}
