import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { listProcesses, startTimeOf } from './processTable.ts';

/** How many processes live below one. Null where the system does not tell. */
export async function countDescendants(pid: number): Promise<number | null> {
  if (process.platform === 'win32') return null;
  if (process.platform === 'linux' && existsSync(`/proc/self/task/${process.pid}/children`)) return countBelow(pid);
  const living = (await listProcesses()).filter(({ zombie }) => !zombie);
  const below = new Set([pid]);
  for (let before = -1; before !== below.size;) {
    before = below.size;
    for (const entry of living) if (below.has(entry.parent)) below.add(entry.pid);
  }
  return below.size - 1;
}

/** Only the processes in question are read: the whole table takes a hundred times as long. */
async function countBelow(pid: number): Promise<number> {
  let count = 0;
  for (const child of childrenOf(pid) ?? [])
    if ((await startTimeOf(child)) !== null) count += 1 + (await countBelow(child));
  return count;
}

/** Null where the kernel was built without this list, or the process has gone. */
function childrenOf(pid: number): readonly number[] | null {
  try {
    const folder = `/proc/${pid}/task`;
    const lists = readdirSync(folder).map((thread) => readFileSync(`${folder}/${thread}/children`, 'utf8'));
    return lists.join(' ').split(' ').filter(Boolean).map(Number);
  } catch {
    return null;
  }
}
