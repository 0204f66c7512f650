import { splitNul } from './calls.ts';

/** Bytes that are no UTF-8 stand as single surrogates from here on, so that every name has exactly one text. */
const escapes = 0xdc00;
const replaced = '\uFFFD';

/** The text of a file's name, whatever its bytes are. */
export function nameOf(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (!text.includes(replaced) || Buffer.from(text).equals(bytes)) return text;
  let name = '';
  for (let at = 0; at < bytes.length;) {
    const length = characterAt(bytes, at);
    name += length === 0 ? String.fromCharCode(escapes + (bytes[at] ?? 0)) : bytes.toString('utf8', at, at + length);
    at += length || 1;
  }
  return name;
}

/** Whether a name's bytes are UTF-8, so that a text of them can be given to another program. */
export const isText = (name: string): boolean => !/[\uD800-\uDFFF]/u.test(name);

/** What the system calls the file of a name: bytes where it is no text. */
export function pathOf(name: string): string | Buffer {
  if (isText(name)) return name;
  const parts = Array.from(name, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code >= escapes + 0x80 && code <= escapes + 0xff ? Buffer.from([code - escapes]) : Buffer.from(character);
  });
  return Buffer.concat(parts);
}

/** Names of `-z` output. */
export function splitNames({ out, bytes }: { readonly out: string; readonly bytes: Buffer }): string[] {
  if (!out.includes(replaced)) return splitNul(out);
  const names: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const found = bytes.indexOf(0, at);
    const end = found === -1 ? bytes.length : found;
    names.push(nameOf(bytes.subarray(at, end)));
    at = end + 1;
  }
  return names;
}

/** Bytes of the character at `at`; 0 when there is none. */
function characterAt(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  const length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length < 2) return length;
  const part = bytes.subarray(at, at + length);
  return Buffer.from(part.toString('utf8')).equals(part) ? length : 0;
}
