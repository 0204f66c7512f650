import * as z from 'zod';

const record = z
  .object({
    /** UTC, second precision. */
    ts: z.string(),
    command: z.string(),
    outcome: z.enum(['passed', 'failed', 'timed-out', 'not-run']),
    exit_code: z.int().nullable(),
    duration_ms: z.number().min(0),
    branch: z.string().nullable(),
    head: z.string().nullable(),
  })
  .readonly();

/** One line of validation_history.jsonl: how one command ended. */
export type ValidationRecord = z.infer<typeof record>;

export const validationLine = (one: ValidationRecord): string => JSON.stringify(one);

/** Null for a line that is none. */
export function parseValidationLine(line: string): ValidationRecord | null {
  try {
    return record.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
