/** A kind of secret: what it looks like, and the name that stands in its place. */
export interface SecretRule {
  readonly name: string;
  readonly pattern: RegExp;
  /** A part that every match has, as the source of an expression: quick to look for in much text. */
  readonly hint: string;
}

/** Where a token may begin. In source and in JSON it may follow an escaped line break, whose letter is no part of it. */
const start = String.raw`(?:\b|(?<=\\[bfnrt]))`;

/** A token that is known by the fixed part that it begins with. */
const token = (name: string, prefix: string, rest: string): SecretRule => ({
  name,
  pattern: new RegExp(`${start}(?:${prefix})${rest}`, 'g'),
  hint: `(?:${prefix})${rest}`,
});

const keyBegin = '-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----';
const keyEnd = '-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----';
/** The longest text between both, in characters: beyond that the end belongs to another key. */
const longestKey = 65_536;
const keyBreak = String.raw`(?:\s|\\[nrt])`;
const keyLine = '[A-Za-z0-9+/=]{16,}';
/** What of a key without its end is surely one: lines of its encoding. What follows is something else. */
const keyRest = `(?:${keyBreak}*${keyLine}(?:${keyBreak}+${keyLine})*(?:${keyBreak}+[A-Za-z0-9+/]{0,15}={1,2})?)?`;

/** What a password may go on with behind an `@`: the last one before the host ends it, unless another text begins first. */
const furtherPassword = '(?:@[^\\s/@"\'`<>,;(){}|\\\\]*)*';
/** A password with a slash: neither a port with a path behind it nor a path like `/@scope`, and no longer than this. */
const slashedPassword = String.raw`(?!\d{1,5}\/|[$<{%])[^\s@"'\x60<>]{1,199}[^\s/@"'\x60<>]`;
/** The user may be empty. Behind a bracket is the number of a host, or what was redacted; a quote ends a host, or its port. */
const userAndPassword = String.raw`[^\s/:@[\]"'<>\x60]*:(?:(?!\d{1,5}["'\x60,;)}\]])[^\s/@]+${furtherPassword}|${slashedPassword})`;
/** People have shorter names, or such without digits. */
const tokenAsUser = String.raw`(?=[^\s/:@\d]{0,200}\d)[\w.~%+=-]{16,}(?!@sha\d)`;

/**
 * Secrets that never belong into a log, a report or a patch. Each pattern is anchored by the fixed part of the token's
 * format, so that ordinary text and commit ids don't match, and runs on to where the token ends, so that what it leaves
 * is no part of one. One list serves redaction and audit alike. No pattern looks at a character more than a few times,
 * whatever the text.
 */
export const secretRules: readonly SecretRule[] = [
  // First of all: a user name that is a token itself would hide its password from the rule.
  {
    name: 'credentials in URL',
    pattern: new RegExp(`(?<=[a-z][a-z0-9+.-]{0,30}:\\/\\/)(?:${userAndPassword}|${tokenAsUser})(?=@)`, 'gi'),
    hint: String.raw`:\/\/(?:[^\s/@]*@|[^\s/:@]*:[^\s@]{1,200}@)`,
  },
  {
    name: 'private key',
    pattern: new RegExp(`${keyBegin}(?:(?:(?!-----BEGIN)[\\s\\S]){0,${longestKey}}?${keyEnd}|${keyRest})`, 'g'),
    hint: 'PRIVATE KEY',
  },
  token('GitHub token', 'gh[pousr]_', String.raw`[A-Za-z0-9]{30,}\b`),
  token('GitHub token', 'github_pat_', String.raw`[A-Za-z0-9_]{30,}\b`),
  token('GitLab token', 'gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent)-', '[A-Za-z0-9_-]{20,}'),
  token('AWS key id', 'A[KS]IA', String.raw`[A-Z0-9]{16}\b`),
  {
    name: 'AWS secret key',
    pattern: /(?<=aws_?secret_?(?:access_?)?key["']?[ \t]{0,4}[:=][ \t]{0,4}["']?)[A-Za-z0-9/+=]{40,}/gi,
    hint: '[aA][wW][sS]_?[sS][eE][cC][rR][eE][tT]',
  },
  token('API key', 'sk-', '(?:ant-|proj-)?[A-Za-z0-9_-]{20,}'),
  token('Google key', 'AIza', '[A-Za-z0-9_-]{35,}'),
  token('Google key', 'GOCSPX-', '[A-Za-z0-9_-]{20,}'),
  token('Google key', String.raw`ya29\.`, '[A-Za-z0-9_-]{20,}'),
  token('Slack token', 'xox[abeoprs]-', '[A-Za-z0-9-]{10,}'),
  token('Slack token', 'xapp-', '[0-9A-Za-z-]{20,}'),
  {
    name: 'Slack webhook',
    pattern: /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/)[A-Za-z0-9/_-]{20,}/g,
    hint: String.raw`hooks\.slack\.com`,
  },
  token('npm token', 'npm_', String.raw`[A-Za-z0-9]{36,}\b`),
  token('Stripe key', '[rs]k_(?:live|test)_', '[A-Za-z0-9]{16,}'),
  token('Stripe key', 'whsec_', '[A-Za-z0-9+/=]{24,}'),
  token('SendGrid key', String.raw`SG\.`, String.raw`[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}`),
  token('Twilio key', 'SK(?=[0-9a-f]{32})', String.raw`[0-9a-f]{32}\b`),
  token('Hugging Face token', 'hf_', String.raw`[A-Za-z0-9]{30,}\b`),
  token('PyPI token', 'pypi-', '[A-Za-z0-9_-]{50,}'),
  token('DigitalOcean token', 'do[opr]_v1_', '[0-9a-f]{40,}'),
  token('Docker token', 'dckr_[a-z]{3}_', '[A-Za-z0-9_-]{20,}'),
  token('Vault token', String.raw`hv[sb]\.`, '[A-Za-z0-9_-]{24,}'),
  token('Atlassian token', 'ATATT3', '[A-Za-z0-9_=-]{50,}'),
  token('Shopify token', 'shp(?:at|ca|pa|ss)_', String.raw`[0-9a-fA-F]{32,}\b`),
  token('Databricks token', 'dapi(?=[0-9a-f]{32})', String.raw`[0-9a-f]{32}\b`),
  token('age key', 'AGE-SECRET-KEY-1', '[A-Z0-9]{40,}'),
  {
    name: 'Azure key',
    pattern: /(?<=(?:AccountKey|SharedAccessKey)[ \t]{0,2}=[ \t]{0,2})[A-Za-z0-9+/]{40,}={0,2}/gi,
    hint: '(?:[aA]ccount|[aA]ccess|ACCOUNT|ACCESS|account|access)[kK][eE][yY]',
  },
  {
    name: 'web token',
    // Only at the beginning of its characters, so that a long run of them is looked at once.
    pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{5,}/g,
    hint: 'eyJ',
  },
  {
    name: 'bearer token',
    pattern: /(?<=\bbearer[ \t]{1,8})(?=[A-Za-z._~+/=-]{0,100}[0-9])[A-Za-z0-9._~+/=-]{20,}/gi,
    hint: '[bB][eE][aA][rR][eE][rR]',
  },
  {
    name: 'basic credentials',
    // As a header, or long and mixed: other words follow that one, too.
    pattern:
      // Both cases are spelled out: a part of it tells capitals from small letters.
      /(?:(?<=[aA][uU][tT][hH][oO][rR][iI][zZ][aA][tT][iI][oO][nN]["']?[ \t]{0,4}[:=,][ \t]{0,4}["']?[bB][aA][sS][iI][cC][ \t]{1,8})(?![rR][eE][aA][lL][mM])(?=[A-Za-z]{0,200}(?:[0-9+/=]|[A-Za-z][A-Z]))[A-Za-z0-9+/_-]{6,}={0,2}|(?<=\b[bB][aA][sS][iI][cC][ \t]{1,8})(?=[A-Za-z+/]{0,200}[0-9])(?=[A-Z0-9+/]{0,200}[a-z])(?=[a-z0-9+/]{0,200}[A-Z])[A-Za-z0-9+/]{16,}={0,2})/g,
    hint: '[bB][aA][sS][iI][cC][ \\t]',
  },
];

/** Characters that any token may go on with. */
export const tokenRest = /^[A-Za-z0-9_.~+/=-]+/;
/** The most characters that a rule looks at before the secret itself, such as the name that is given to it. */
export const longestContext = 64;
