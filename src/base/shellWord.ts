/** A word that a person can paste into a POSIX shell. */
export const shellWord = (text: string): string =>
  // zsh takes a leading = for the path of a program.
  /^(?!=)[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A whole command that a person can paste there: whatever its words hold, it does nothing but to call that program with them. */
export const commandLine = (argv: readonly string[]): string => argv.map(shellWord).join(' ');
