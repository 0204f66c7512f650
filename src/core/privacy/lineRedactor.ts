import { redactLine } from './redactLine.ts';
import { safeCut } from './safeCut.ts';
import { tokenRest } from './secretRules.ts';
import { mayHoldSecret, redactSecrets } from './secrets.ts';

const keyBegin = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const keyEnd = /-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
/** A line that a key may have: empty, a header, or one word of its encoding, also behind the mark of a quote or a log. */
const keyLine = /^\W*$|^[A-Za-z-]{2,30}: |^\W{0,4}[A-Za-z0-9+/=\\]+\W{0,4}$|[A-Za-z0-9+/=]{32}/;
/** Characters that the end of a key may take, of which a piece may hold only some. */
const longestKeyEnd = 64;
/** A key that has no end is given up after so many characters: what follows is something else. */
const longestKey = 64 * 1024;
/** Characters that stay behind when a long line is cut: a token that begins there is seen as a whole with what follows. */
const overlap = 4096;

/** Redacts a text that comes line by line. What one line means for the next is remembered: a private key lies on many. */
export interface LineRedactor {
  /** Whether no secret of an earlier line can go on. */
  calm(): boolean;
  /** A whole line without its line break; null for one that is nothing but a part of a secret. */
  line(text: string): string | null;
  /** The beginning of a long line: what can be passed on, and what must come again together with what follows. */
  piece(text: string): { readonly clean: string; readonly rest: string };
}

export function createLineRedactor(): LineRedactor {
  let inside: 'key' | 'token' | null = null;
  let swallowed = 0;
  /** Whether what was passed on last is a line that has not ended. */
  let torn = false;

  /** What stands after the secret that an earlier text began; null when all of it belongs to that secret. */
  const resume = (text: string): string | null => {
    // No line of a key is an event, nor a sentence: a key that never ends must not hide what follows.
    if (inside === 'key' && !torn && (text.startsWith('{"') || !mayBelongToKey(text))) inside = null;
    if (inside === null) return text;
    const rest = inside === 'key' ? afterKey(text) : text.replace(tokenRest, '') || null;
    swallowed += text.length;
    if (rest !== null || (inside === 'key' && swallowed > longestKey)) inside = null;
    return rest;
  };
  const enter = (secret: 'key' | 'token'): void => {
    inside = secret;
    swallowed = 0;
  };

  return {
    calm: () => inside === null && !torn,
    line(text) {
      const [rest, wasTorn] = [resume(text), torn];
      torn = false;
      if (inside === 'token') inside = null;
      if (rest === null) return wasTorn ? '' : null;
      if (!mayHoldSecret(rest)) return rest;
      const clean = redactLine(rest);
      // A key that an event holds is cut where the event ends.
      if (!rest.startsWith('{"') && isOpen(rest)) enter('key');
      return clean;
    },
    piece(text) {
      const resumed = resume(text);
      if (resumed === null) return { clean: '', rest: inside === 'key' ? text.slice(-longestKeyEnd) : '' };
      torn = true;
      const cut = safeCut(resumed, overlap);
      const done = resumed.slice(0, cut);
      if (isOpen(done)) enter('key');
      else if (cut === resumed.length) enter('token');
      return { clean: redactSecrets(done), rest: resumed.slice(cut) };
    },
  };
}

const mayBelongToKey = (line: string): boolean => keyLine.test(line) || keyEnd.test(line);

/** Whether the last private key that begins in a text doesn't end in it. */
function isOpen(text: string): boolean {
  const last = [...text.matchAll(keyBegin)].at(-1);
  return last !== undefined && !keyEnd.test(text.slice(last.index));
}

function afterKey(text: string): string | null {
  const end = keyEnd.exec(text);
  return end === null ? null : text.slice(end.index + end[0].length);
}
