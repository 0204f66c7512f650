/**
 * The known word that a mistyped one is most likely meant to be: at most a third of its letters are left out, put in,
 * changed, or swapped with their neighbour. Null when none is that near; of two equally near ones the first.
 */
export function nearestWord(typed: string, known: readonly string[]): string | null {
  let [nearest, least]: [string | null, number] = [null, Math.max(1, Math.floor(typed.length / 3)) + 1];
  for (const word of known) {
    // No word that is longer or shorter by more can be nearer, and what was typed may be very long.
    if (Math.abs(word.length - typed.length) >= least) continue;
    const steps = stepsBetween(typed, word);
    if (steps < least) [nearest, least] = [word, steps];
  }
  return nearest;
}

/** How many letters have to be put in, left out, changed, or swapped with the next one. */
function stepsBetween(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= from.length; row++) {
    rows.push([row]);
    for (let column = 1; column <= to.length; column++) {
      const changed = from[row - 1] === to[column - 1] ? 0 : 1;
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + changed,
          swapped && row > 1 && column > 1 ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(from.length, to.length);
}
