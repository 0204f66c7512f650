/** An agent knows its tokens, and may say one: as it is, or with characters of it escaped. */
export const withoutTokens = (text: string, tokens: readonly string[]): string =>
  tokens.reduce((left, token) => left.replaceAll(formOf(token), '[redacted-token]'), text);

/** Tokens are letters, digits, `-` and `_`; only the last two are ever escaped. */
const formOf = (token: string): RegExp =>
  new RegExp(
    token.replaceAll(/[-_]/g, (char) =>
      char === '-' ? String.raw`(?:\\*-|\\+u002[dD]|%2[dD])` : String.raw`(?:\\*_|\\+u005[fF]|%5[fF])`,
    ),
    'g',
  );
