/** A kind of secret: what it looks like, and the name that stands in its place. */
export interface SecretRule {
  readonly name: string;
  readonly pattern: RegExp;
}

/**
 * Secrets that never belong into a log, a report or a patch. Each pattern is anchored by the fixed part of the token's
 * format, so that ordinary text and commit ids don't match. One list serves redaction and audit alike. In source and in
 * JSON a token may follow an escaped line break, whose letter is no part of it.
 */
export const secretRules: readonly SecretRule[] = [
  { name: 'private key', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g },
  {
    name: 'GitHub token',
    pattern: /(?:\b|(?<=\\[bfnrt]))(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,})\b/g,
  },
  { name: 'GitLab token', pattern: /(?:\b|(?<=\\[bfnrt]))glpat-[A-Za-z0-9_-]{20,}/g },
  { name: 'AWS key id', pattern: /(?:\b|(?<=\\[bfnrt]))(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { name: 'API key', pattern: /(?:\b|(?<=\\[bfnrt]))sk-(?:ant-|proj-)?[A-Za-z0-9_-]{20,}/g },
  { name: 'Google key', pattern: /(?:\b|(?<=\\[bfnrt]))AIza[A-Za-z0-9_-]{35}/g },
  { name: 'Slack token', pattern: /(?:\b|(?<=\\[bfnrt]))xox[abprs]-[A-Za-z0-9-]{10,}/g },
  { name: 'npm token', pattern: /(?:\b|(?<=\\[bfnrt]))npm_[A-Za-z0-9]{36}\b/g },
  { name: 'credentials in URL', pattern: /(?<=[a-z][a-z0-9+.-]*:\/\/)[^\s/:@]+:[^\s/@]+(?=@)/gi },
];

/** Whatever a rule matches matches here too, also where JSON spells a character of it by its number. */
const hint =
  /PRIVATE KEY|gh[pousr]_|github_pat_|glpat-|A[KS]IA|sk-[\w-]{20}|AIza|xox[abprs]-|npm_|:\/\/[^\s/:@]+:[^\s/@]+@|\\u00[2-7]|\\\//;

/** A quick look at much text: false when no line of it can hold a secret, not even as JSON. */
export const mayHoldSecret = (text: string): boolean => hint.test(text);

/** Replaces every secret by `[redacted: <name>]`. Doing it twice changes nothing more, and an audit finds none left. */
export function redactSecrets(text: string): string {
  const clean = secretRules.reduce((rest, rule) => rest.replace(rule.pattern, `[redacted: ${rule.name}]`), text);
  // One secret right behind another only stands free, and is seen, once its neighbour is gone.
  return clean === text ? text : redactSecrets(clean);
}

/** Names of the secrets that a text holds, each once. */
export const findSecrets = (text: string): readonly string[] =>
  secretRules.filter((rule) => text.search(rule.pattern) !== -1).map((rule) => rule.name);
