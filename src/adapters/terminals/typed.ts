/** What a terminal takes for commands rather than text: control characters but for line feed and tab, and lone halves of a character. */
const notTyped = /[^\P{Cc}\n\t]|\p{Cs}/gu;

/**
 * A text as it may be put in front of an agent. A control character in a prompt is never meant, and could end a paste,
 * press a key or stop the agent.
 */
export const typedText = (text: string): string => text.replace(/\r\n?/g, '\n').replace(notTyped, '');

const named: Readonly<Record<string, string>> = {
  Enter: '\r',
  Escape: '\u001B',
  Up: '\u001B[A',
  Down: '\u001B[B',
  Tab: '\t',
};

/** What a keyboard sends for a key of the port; null for any other. */
export const keyBytes = (key: string): string | null => named[key] ?? (/^[A-Za-z0-9]$/.test(key) ? key : null);
