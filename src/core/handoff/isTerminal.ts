import type { HandoffRules } from './types.ts';

/** Words as they are written, in lower case, without the marks around them. */
const wordsOf = (clause: string): readonly string[] =>
  clause
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}#]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word !== '');

/** A day, an issue or a pull request, a commit, a version, a branch with a slash in it. */
const reference =
  /^(?:\d{4}-\d\d-\d\d|#\d+|(?=[a-f]*\d)[0-9a-f]{7,40}|v?\d+(?:\.\d+){1,3}|(?=.*\p{L})[\p{L}\p{N}._-]+(?:\/[\p{L}\p{N}._-]+)+)$/u;
/** Korean particles of place and time, which stand behind the place. */
const particle = /(?:에서|으로|에|로)$/;
/** What is said of a time after the work takes nothing back: it may be over and not be released yet. */
const afterwards = /(?<![\p{L}\p{N}])not\s+(?:yet\s+)?(?:released|shipped|deployed)(?![\p{L}\p{N}])/giu;
const whole = /(?<![\d.])100\s*(?:%|percent|퍼센트)/gi;

/**
 * Whether a status says that the work is over: with one of the words, alone or with where or when beside it, and with no
 * word anywhere that takes some of it back. "Mostly done", "done soon" and "3 of 7 steps completed" say that it isn't.
 */
export function isTerminal(status: string, rules: HandoffRules): boolean {
  const text = status.normalize('NFC').replace(whole, ' ').replace(afterwards, ' ');
  const clauses = text.split(/[,;!()\n]+|\.(?=\s|$)/).map(wordsOf);
  if (isPartial(text) || clauses.flat().some((word) => rules.negations.includes(word))) return false;
  return clauses.some((words) => isOver(words, rules));
}

function isOver(words: readonly string[], { terminal, where }: HandoffRules): boolean {
  const at = words.findIndex((word) => terminal.includes(word));
  if (at === -1) return false;
  const isPlace = (word: string): boolean => where.includes(word) || reference.test(word);
  return (
    words.slice(at + 1).every((word) => isPlace(word) || isPlace(word.replace(particle, ''))) &&
    // In front of the word English says what is still to come ("to be merged"), Korean where it happened.
    words
      .slice(0, at)
      .every((word) => reference.test(word) || (particle.test(word) && isPlace(word.replace(particle, ''))))
  );
}

/** A part of it, or a question. */
const isPartial = (text: string): boolean =>
  text.includes('?') ||
  /\d\s*(?:%|percent|퍼센트)/i.test(text) ||
  [...text.matchAll(/(?<![\d/-])(\d+)\s*(?:\/|of)\s*(\d+)(?![\d/-])/g)].some(
    ([, done, all]) => Number(done) < Number(all),
  );
