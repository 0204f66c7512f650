import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { carriesVariable, listProcesses, type ProcessEntry } from './processTable.ts';

/** Name of the environment variable that marks everything a lane starts. */
export const familyVariable = 'MAM_LANE_KEY';

/** What names the processes of one lane. */
export interface Family {
  /** Process group, null when the lane's leader is not proven to be the one that was started. */
  readonly group: number | null;
  readonly key: string;
}

/**
 * Living members of a family: its process group, what carries its key, what was seen before, and all their children.
 * A process that left the group with a new session still carries the key; one that also cleared its environment is
 * found as the child of a member, as long as its parent lived when `seen` was collected.
 */
export async function findFamily(family: Family, seen: readonly ProcessEntry[] = []): Promise<readonly ProcessEntry[]> {
  const living = (await listProcesses()).filter((entry) => !entry.zombie && entry.pid !== process.pid);
  const marks = await Promise.all(living.map((entry) => carriesVariable(entry.pid, familyVariable, family.key)));
  const members = new Set(
    living.filter(
      (entry, index) =>
        marks[index] === true ||
        entry.group === family.group ||
        seen.some((before) => before.pid === entry.pid && before.startTime === entry.startTime),
    ),
  );
  for (let before = -1; before !== members.size;) {
    before = members.size;
    const pids = new Set([...members].map((entry) => entry.pid));
    for (const entry of living) if (pids.has(entry.parent)) members.add(entry);
  }
  return [...members];
}

/**
 * Ends what is left of a family: SIGTERM, then SIGKILL after `politeMs`.
 * Returns how many processes there were. Gives up after five seconds on what not even SIGKILL ends.
 */
export async function endFamily(family: Family, seen: readonly ProcessEntry[], politeMs: number): Promise<number> {
  const began = performance.now();
  const met = new Map<number, ProcessEntry>(seen.map((entry) => [entry.pid, entry]));
  const ended = new Set<number>();
  let polite = true;
  for (;;) {
    const members = await findFamily(family, [...met.values()]);
    const elapsed = performance.now() - began;
    if (members.length === 0 || elapsed > politeMs + 5000) return ended.size;
    const kill = elapsed >= politeMs;
    for (const entry of members) {
      met.set(entry.pid, entry);
      ended.add(entry.pid);
      if (polite || kill) sendSignal(entry.pid, kill ? 'SIGKILL' : 'SIGTERM');
    }
    polite = false;
    await delay(25);
  }
}

/** Signals a process, or with a negative pid a group; one that is gone already is no error. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') {
    // There are no groups and no polite signals: the tree is ended as a whole.
    execFile('taskkill', ['/T', '/F', '/PID', String(Math.abs(pid))], () => undefined);
    return;
  }
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM'))) throw error;
  }
}
