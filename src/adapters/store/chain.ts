import { createHash } from 'node:crypto';

/** What is chained of one event: everything that is stored of it except the hashes themselves. */
export interface ChainedRow {
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
  readonly type: string;
  /** Version of the form of `data`. */
  readonly v: number;
  /** Canonical JSON of the event without its type, exactly as it is stored. */
  readonly data: string;
}

/** The hash before the first event. */
export const genesis = '0'.repeat(64);

/**
 * Canonical JSON: no white space, object keys sorted by UTF-16 code units at every depth, members that are
 * `undefined` left out, strings and numbers as `JSON.stringify` writes them.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/**
 * Hash of a row, in lower-case hex: SHA-256 over the UTF-8 bytes of the previous hash, a line feed, and the JSON array
 * `[seq, at, actor, type, v, data]` without white space, where `data` is the stored text as a JSON string. The stored
 * text is hashed rather than a parsed form, so that verifying never depends on a parser or an upgrade.
 */
export function chainHash(previous: string, row: ChainedRow): string {
  const body = JSON.stringify([row.seq, row.at, row.actor, row.type, row.v, row.data]);
  return createHash('sha256').update(`${previous}\n${body}`).digest('hex');
}

/** SHA-256 of the UTF-8 bytes of a text, in lower-case hex: the name of a blob. */
export const textDigest = (text: string): string => createHash('sha256').update(text).digest('hex');
