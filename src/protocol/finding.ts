import * as z from 'zod';
import type { Finding } from '../core/review/types.ts';

/** What a reviewer found, as a line of its report says it. Whether its place exists is looked up where the commit is at hand. */
const findingSchema = z.object({
  severity: z.enum(['blocker', 'major', 'minor']),
  file: z.string().min(1).optional().catch(undefined),
  line: z.coerce.number().int().min(1).optional().catch(undefined),
  text: z.string(),
});

const findingLine =
  /^(?:(?:[-*+]|\d{1,3}[.)])\s+)?[*_`]*\[(blocker|major|minor)\][*_`:]*(?:\s+(?:`?([^\s`:]+)(?::(\d{1,9})(?:[-:]\d+)*)?`?(?::(\d{1,9}))?\s+[-–—]\s+)?(.*))?$/is;

/** The finding in a line `- [blocker] path:line - text`; null when it is none. */
export function readFinding(line: string): Finding | null {
  const match = findingLine.exec(line.trim());
  if (!match) return null;
  const [, severity = '', file, inside, behind, text = ''] = match;
  const read = findingSchema.parse({ severity: severity.toLowerCase(), file, line: inside ?? behind, text });
  return {
    severity: read.severity,
    ...(read.file === undefined ? {} : { file: read.file }),
    ...(read.line === undefined ? {} : { line: read.line }),
    text: read.text,
  };
}
