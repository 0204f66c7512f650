/**
 * The handle of a session: its id in a form that is a name for tmux and for files alike, also where case is not told
 * apart. No two ids have the same.
 */
export const handleOf = (id: string): string =>
  [...Buffer.from(id)].map((byte) => asIs(byte) ?? `_${byte.toString(16).padStart(2, '0')}`).join('');

const asIs = (byte: number): string | null => {
  const letter = String.fromCharCode(byte);
  // Every generation of every session has a dot.
  return letter === '.' ? '+' : /[a-z0-9-]/.test(letter) ? letter : null;
};
