import { isUtf8 } from 'node:buffer';
import { createPieceJoiner, mayHoldPiece, type PieceJoiner } from '../../../core/privacy/joinPieces.ts';
import { createLineRedactor } from '../../../core/privacy/lineRedactor.ts';
import { mayHoldSecret } from '../../../core/privacy/secrets.ts';

/** How much of a line that has not ended is held back, in bytes. */
const longestText = 64 * 1024;
/** The same for a line that begins as JSON: in pieces it could not stay JSON. Its readers take no longer ones. */
const longestJson = 8 * 1024 * 1024;

const lineFeed = 10;
const brace = 123;

/** Passes a stream on without the secrets in it, line by line; the pieces of one message become one line. */
export interface Redactor {
  take(chunk: Buffer): void;
  /** Passes on what is held back. */
  end(): void;
}

export function createRedactor(write: (chunk: Buffer) => void): Redactor {
  const lines = createLineRedactor();
  const pieces = createPieceJoiner();
  let held: Buffer[] = [];
  let size = 0;

  const release = (...more: readonly Buffer[]): Buffer => {
    const all = [...held, ...more];
    held = [];
    size = 0;
    return all.length === 1 && all[0] ? all[0] : Buffer.concat(all);
  };
  const hold = (chunk: Buffer): void => {
    if (chunk.length === 0) return;
    held.push(chunk);
    size += chunk.length;
    if (size > (held[0]?.[0] === brace ? longestJson : longestText)) spill();
  };
  /** What is held of a message goes before what isn't a line of its own. */
  const letGo = (): void => {
    for (const line of pieces.release()) write(Buffer.from(`${lines.line(line) ?? ''}\n`));
  };
  const spill = (): void => {
    letGo();
    const bytes = release();
    const encoding = encodingOf(bytes);
    const { clean, rest } = lines.piece(bytes.toString(encoding));
    if (clean !== '') write(Buffer.from(clean, encoding));
    hold(Buffer.from(rest, encoding));
  };
  const pass = (bytes: Buffer): void => {
    // Most output is nothing to worry about, and goes on as it came.
    const text = bytes.toString('latin1');
    const isPlain = lines.calm() && !pieces.isHolding() && !mayHoldSecret(text) && !mayHoldPiece(text);
    const clean = isPlain ? bytes : redactLines(bytes, (line) => lines.line(line), pieces);
    if (clean.length > 0) write(clean);
  };

  return {
    take(chunk) {
      const end = chunk.lastIndexOf(lineFeed) + 1;
      if (end > 0) pass(release(chunk.subarray(0, end)));
      hold(chunk.subarray(end));
    },
    end: () => {
      pass(release());
      letGo();
    },
  };
}

/** UTF-8, or the bytes as they are: what is no text goes out as it came. */
const encodingOf = (bytes: Buffer): 'utf8' | 'latin1' => (isUtf8(bytes) ? 'utf8' : 'latin1');

function redactLines(bytes: Buffer, redact: (line: string) => string | null, pieces: PieceJoiner): Buffer {
  const parts: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(lineFeed, start);
    const end = found === -1 ? bytes.length : found;
    const next = Math.min(end + 1, bytes.length);
    const line = bytes.subarray(start, end);
    const encoding = encodingOf(line);
    const text = line.toString(encoding);
    for (const one of pieces.take(text)) {
      const clean = redact(one);
      if (clean === text) parts.push(bytes.subarray(start, next));
      else if (one === text && clean !== null) parts.push(Buffer.from(clean, encoding), bytes.subarray(end, next));
      // A joined message is valid JSON, whatever the encoding of the line that ends it.
      else if (clean !== null) parts.push(Buffer.from(`${clean}\n`));
    }
    start = next;
  }
  return Buffer.concat(parts);
}
