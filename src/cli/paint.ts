/** Colours words that say the same without it. */
export interface Paint {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
}

const same = (text: string): string => text;

export const plainPaint: Paint = { good: same, bad: same, warn: same, dim: same, bold: same };

const wrap =
  (on: number, off: number) =>
  (text: string): string =>
    `\u001b[${on}m${text}\u001b[${off}m`;

/** The terminal's own sixteen colours, so that they fit its theme. */
export const createPaint = (): Paint => ({
  good: wrap(32, 39),
  bad: wrap(31, 39),
  warn: wrap(33, 39),
  dim: wrap(2, 22),
  bold: wrap(1, 22),
});

/** Text from an agent or a repository must not steer the terminal: control characters are shown as what they are not. */
export const printable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are the characters to be taken out
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\u00b7');

/** Columns that a text takes: East Asian wide characters take two, combining marks none. */
export const width = (text: string): number => {
  let columns = 0;
  for (const char of text)
    columns += /\p{M}|\u200d|\ufe0f/u.test(char)
      ? 0
      : /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
            char,
          )
        ? 2
        : 1;
  return columns;
};

/** Fills up with blanks to so many columns. */
export const pad = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - width(text)));

/** The beginning of a text that fits into so many columns. */
export const cut = (text: string, columns: number): string => {
  if (width(text) <= columns) return text;
  let kept = '';
  for (const char of text) {
    if (width(kept + char) >= columns) break;
    kept += char;
  }
  return `${kept}…`;
};
