/** A text in single quotes, for a POSIX shell and zsh: nothing in it means anything to them. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
