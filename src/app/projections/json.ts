import type { Privacy } from '../../core/privacy/privacy.ts';

/** What a ledger file says of the log that it shows: when it was written, and up to which event. */
export interface Stamp {
  readonly seq: number;
  /** UTC, second precision. */
  readonly at: string;
  /** Hash of that event, which binds the file to the chain of the log. */
  readonly hash?: string;
  /** What the file may not show. */
  readonly privacy: Privacy;
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, held]) => held !== undefined);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, held]) => [key, sorted(held)]));
};

/** JSON as the ledger has it: keys sorted, two spaces, everything beyond ASCII escaped, nothing private, a newline at the end, and MAM's stamp. */
export const ledgerJson = (value: Readonly<Record<string, unknown>>, stamp: Stamp): string => {
  const { seq, at, hash, privacy } = stamp;
  const text = JSON.stringify(sorted(privacy.redactValue({ ...value, generated_at: at, mam: { seq, hash } })), null, 2);
  return `${ascii(text)}\n`;
};

/** The same on one line, without an end and without a stamp: a line of a log says itself which event it is. */
export const ledgerLine = (value: Readonly<Record<string, unknown>>, privacy: Privacy): string =>
  ascii(JSON.stringify(sorted(privacy.redactValue(value))));

const ascii = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The event that a ledger file says it shows; 0 when it says nothing. */
export const stampedSeq = (text: string): number =>
  Number(/^ {2}"mam": \{[^}]*"seq": (\d+)/m.exec(text)?.[1] ?? /\nLog: event (\d+)[^\n]*\n$/.exec(text)?.[1] ?? 0);

/** A ledger file without its stamp: two texts that differ only there say the same. */
export const withoutStamp = (text: string): string =>
  text
    .replace(/^ {2}"generated_at": "[^"]*",?\n/m, '')
    .replace(/^ {2}"mam": \{\n(?: {4}"hash": "[0-9a-f]*",\n)? {4}"seq": \d+\n {2}\},?\n/m, '')
    .replace(/\nLog: event \d+[^\n]*\n$/, '');
