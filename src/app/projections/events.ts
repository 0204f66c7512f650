import { redactSecrets } from '../../core/privacy/secrets.ts';
import type { Recorded } from '../../core/event.ts';

/** One event as a line of events.jsonl: keys sorted, always with `ts`, `event` and `seq`, and no secret. */
export const eventLine = ({ seq, at, actor, event }: Recorded): string => {
  const { type, ...data } = event;
  const fields: Record<string, unknown> = { ...data, actor, event: type, seq, ts: at };
  return JSON.stringify(
    Object.fromEntries(
      Object.keys(fields)
        .toSorted()
        .map((key) => [key, fields[key]]),
    ),
    (_key, value: unknown) => (typeof value === 'string' ? redactSecrets(value) : value),
  );
};

/** The sequence that a line of events.jsonl carries; 0 for a line of another tool. */
export function sequenceOf(line: string): number {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'seq' in value && typeof value.seq === 'number'
      ? value.seq
      : 0;
  } catch {
    return 0;
  }
}
