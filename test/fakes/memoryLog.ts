import type { Log } from '../../src/app/ports/system.ts';

export interface MemoryLog extends Log {
  readonly entries: readonly LogEntry[];
}

interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Keeps what was logged, so that a test can look at it. */
export function createMemoryLog(): MemoryLog {
  const entries: LogEntry[] = [];
  const keep =
    (level: LogEntry['level']) =>
    (message: string, fields: Readonly<Record<string, unknown>> = {}): void =>
      void entries.push({ level, message, fields });
  return { entries, info: keep('info'), warn: keep('warn'), error: keep('error') };
}
