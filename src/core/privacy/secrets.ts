import { settle, type Rule } from './settle.ts';
import { secretRules } from './secretRules.ts';

const rules: readonly Rule[] = secretRules.map(({ name, pattern }) => ({
  finding: name,
  apply: (text) => text.replace(pattern, `[redacted: ${name}]`),
}));

/** Whatever a rule matches matches here too, also where JSON spells a character of it by its number. */
const hint = new RegExp([...secretRules.map((rule) => rule.hint), String.raw`\\u00[2-7]`, String.raw`\\\/`].join('|'));

/** A quick look at much text: false when no line of it can hold a secret, not even as JSON. */
export const mayHoldSecret = (text: string): boolean => hint.test(text);

/**
 * Replaces every secret by `[redacted: <name>]`. The weaker of the two strengths: it may be applied to anything, patches
 * included, since it never touches ordinary code or paths. Doing it twice changes nothing more, and an audit finds none left.
 */
export const redactSecrets = (text: string): string =>
  mayHoldSecret(text) ? settle(text, rules, '[redacted: text]') : text;

/** Name of a secret that a text holds, or held before it was redacted; null for none. */
export const heldSecret = (text: string): string | null =>
  findSecrets(text)[0] ?? /\[redacted: ([^\]]{1,40})\]/.exec(text)?.[1] ?? null;

/** An argument vector for people to see. A secret may lie on two words: then the vector is shown as one. */
export function redactArgv(argv: readonly string[], redact: (text: string) => string): readonly string[] {
  const clean = argv.map(redact);
  const line = clean.join(' ');
  return redact(line) === line ? clean : [redact(argv.join(' '))];
}

/** Names of the secrets that a text holds, each once. */
export const findSecrets = (text: string): readonly string[] =>
  mayHoldSecret(text)
    ? [...new Set(secretRules.filter(({ pattern }) => text.search(pattern) !== -1).map(({ name }) => name))]
    : [];

/** The rules themselves, for the stronger strength that holds them too. */
export const secretsAsRules = rules;
