import type { Finding } from '../core/review/types.ts';

const severities = ['blocker', 'major', 'minor'] as const;

const findingLine =
  /^(?:(?:[-*+]|\d{1,3}[.)])\s+)?[*_`]*\[(blocker|major|minor)\][*_`:]*(?:\s+(?:`?([^\s`:]+)(?::(\d{1,9})(?:[-:]\d+)*)?`?(?::(\d{1,9}))?\s+[-–—]\s+)?(.*))?$/is;

/**
 * The finding in a line `- [blocker] path:line - text`; null when it is none. Whether its place exists is looked up where the
 * commit is at hand. Without a schema library: agents wait for the program that reads their report.
 */
export function readFinding(line: string): Finding | null {
  const match = findingLine.exec(line.trim());
  if (!match) return null;
  const [, word = '', file, inside, behind, text = ''] = match;
  const severity = severities.find((one) => one === word.toLowerCase());
  if (severity === undefined) return null;
  const at = Number(inside ?? behind);
  return { severity, ...(file ? { file } : {}), ...(at >= 1 ? { line: at } : {}), text };
}
