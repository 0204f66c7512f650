/** Scripts that put words and particles together without a space. */
const joined = String.raw`\p{scx=Hang}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}`;
/** A neighbour that makes a Latin, Greek or Cyrillic word another one; a particle of a joined script doesn't. */
const letter = String.raw`(?![${joined}])[\p{L}\p{M}\p{N}_]`;

/**
 * The first of some phrases that a text holds as words of their own, in any case; null for none. Korean words may carry
 * particles behind them, and scripts without spaces are looked for anywhere.
 */
export const findPhrase = (text: string, phrases: readonly string[]): string | null => phraseFinder(phrases)(text);

/** The same for many texts: the phrases are taken apart once. */
export function phraseFinder(phrases: readonly string[]): (text: string) => string | null {
  const known = phrases.map((phrase) => ({ phrase, pattern: pattern(phrase.normalize('NFC')) }));
  return (text) => {
    const normal = text.normalize('NFC');
    return known.find((one) => one.pattern?.test(normal) === true)?.phrase ?? null;
  };
}

function pattern(phrase: string): RegExp | null {
  const words = phrase.trim().split(/\s+/);
  const [first = '', last = ''] = [Array.from(phrase.trim())[0], Array.from(phrase.trim()).at(-1)];
  if (first === '') return null;
  const body = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join(String.raw`\s+`);
  return new RegExp(`${before(first)}${body}${after(last)}`, 'iu');
}

const isHangul = (char: string): boolean => /\p{scx=Hang}/u.test(char);
const isJoined = (char: string): boolean => new RegExp(`[${joined}]`, 'u').test(char);

const before = (first: string): string => {
  if (isHangul(first)) return String.raw`(?<!\p{scx=Hang})`;
  return isJoined(first) ? '' : `(?<!${letter})`;
};

const after = (last: string): string => (isJoined(last) ? '' : `(?!${letter})`);
