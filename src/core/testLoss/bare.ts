/** How a language writes what is no code. */
export interface Syntax {
  readonly line: readonly string[];
  readonly block: readonly (readonly [open: string, close: string])[];
  /** Quotes of texts that end with their line. */
  readonly quotes: readonly string[];
  /** Quotes of texts of many lines. */
  readonly long: readonly string[];
}

export const cLike: Syntax = { line: ['//'], block: [['/*', '*/']], quotes: ['"', "'"], long: ['`'] };
export const rustLike: Syntax = { line: ['//'], block: [['/*', '*/']], quotes: [], long: ['"'] };
export const pythonLike: Syntax = { line: ['#'], block: [], quotes: ['"', "'"], long: ['"""', "'''"] };
export const hashLike: Syntax = { line: ['#'], block: [], quotes: ['"', "'"], long: [] };

/**
 * A text without what its comments and quoted texts hold: blanks stand in their place, so that lines and columns stay.
 * Total: what nothing closes is blank to its end.
 */
export function bare(text: string, syntax: Syntax): string {
  const out: string[] = [];
  let at = 0;
  const skipTo = (end: number, kept: number): void => {
    out.push(text.slice(at, at + kept), text.slice(at + kept, end).replaceAll(/[^\n]/g, ' '));
    at = end;
  };
  while (at < text.length) {
    const starts = (mark: string): boolean => text.startsWith(mark, at);
    const block = syntax.block.find(([open]) => starts(open));
    const long = syntax.long.find(starts);
    const quote = syntax.quotes.find(starts);
    if (syntax.line.some(starts)) skipTo(endOf(text, '\n', at, 0), 0);
    else if (block) skipTo(endOf(text, block[1], at + block[0].length, block[1].length), 0);
    else if (long !== undefined) skipTo(closing(text, long, at), long.length);
    else if (quote !== undefined) {
      const lineEnd = endOf(text, '\n', at, 0);
      skipTo(Math.min(closing(text, quote, at), lineEnd), 1);
    } else out.push(text.charAt(at++));
  }
  return out.join('');
}

function endOf(text: string, mark: string, from: number, length: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + length;
}

/** Behind the quote that closes the one at `from`; the one behind a back-slash does not. */
function closing(text: string, quote: string, from: number): number {
  for (let at = from + quote.length; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++;
    else if (text.startsWith(quote, at)) return at + quote.length;
  }
  return text.length;
}
