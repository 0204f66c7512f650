/** Seen by nobody; parts what a forge would take for a mention, a reference or an order. */
const joiner = '\u2060';

/**
 * A text of people or of a repository as one line of Markdown that shows it and does nothing: no link, image, HTML,
 * or comment, and where a forge shows it nobody is mentioned and no issue closed by it. Words, paths, addresses and
 * keys stay as they are, so that privacy rules still find what they look for.
 */
export const plainMarkdown = (text: string): string =>
  text
    .replace(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim()
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/\\+(?=[[\]*])/g, '$&$&')
    .replace(/[[\]*]/g, String.raw`\$&`)
    .replace(/^(?=[#>~+=-])/, '\\')
    .replace(/(?<![\p{L}\p{N}_])@(?=[\p{L}\p{N}])/gu, `@${joiner}`)
    .replace(/#(?=\d)/g, `#${joiner}`)
    .replace(/\bGH-(?=\d)/gi, `$&${joiner}`)
    .replace(/\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)(?=[\s:])/gi, `$&${joiner}`);

/** A text as code, whatever back-ticks it has itself. */
export function codeSpan(text: string): string {
  const line = text.replace(/\s*\n\s*/g, ' ');
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map((run) => run[0].length));
  const ticks = '`'.repeat(longest + 1);
  const pad = longest > 0 ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}
