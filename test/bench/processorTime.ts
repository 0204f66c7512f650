import { readFileSync } from 'node:fs';

/** Milliseconds of one tick of `/proc/<pid>/stat`: Linux shows programs a hundred a second on every machine. */
const tickMs = 10;

/** Processor time in milliseconds: a process's own, and that of all children which it has waited for, with theirs. */
export interface ProcessorTime {
  readonly own: number;
  readonly children: number;
}

export function processorTime(pid: number | 'self'): ProcessorTime {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold spaces and parentheses, so fields are counted from the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = (first: number): number => Number(fields[first]) + Number(fields[first + 1]);
  return { own: ticks(11) * tickMs, children: ticks(13) * tickMs };
}

/** Resident memory of a process in megabytes; 0 when it is gone. */
export function residentMB(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
