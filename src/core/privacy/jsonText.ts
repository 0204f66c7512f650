/** Index of the quote that closes the one at `start`, or of the end of its line. */
export function closingQuote(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"' && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** Index behind the list or object that begins at `start`; the end of the text when it is torn. */
export function closingBracket(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = closingQuote(text, at);
    else if (char === '[' || char === '{') depth += 1;
    else if ((char === ']' || char === '}') && --depth === 0) return at + 1;
  }
  return text.length;
}
