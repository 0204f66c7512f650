import { closingBracket } from './jsonText.ts';

/** Puts `by` in the place of each list or object of a JSON text that stands right behind what `key` matches. */
export function maskHeld(key: RegExp, by: string): (text: string) => string {
  return (text) => {
    let clean = '';
    let at = 0;
    for (const { index, 0: found } of text.matchAll(key)) {
      // It lies in what was masked already.
      if (index < at) continue;
      clean += text.slice(at, index + found.length) + by;
      at = closingBracket(text, index + found.length);
    }
    return clean + text.slice(at);
  };
}
