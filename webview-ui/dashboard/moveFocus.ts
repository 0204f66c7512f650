export interface Position {
  readonly column: number;
  readonly card: number;
}

const sideways = (counts: readonly number[], from: Position, step: number): Position | null => {
  for (let column = from.column + step; column >= 0 && column < counts.length; column += step) {
    const count = counts[column] ?? 0;
    if (count > 0) return { column, card: Math.min(from.card, count - 1) };
  }
  return null;
};

/** Where an arrow key leads from a card; null when it leads nowhere. `counts` is the number of cards of each column. */
export const nextPosition = (counts: readonly number[], from: Position, key: string): Position | null => {
  const count = counts[from.column] ?? 0;
  switch (key) {
    case 'ArrowDown':
      return from.card + 1 < count ? { ...from, card: from.card + 1 } : null;
    case 'ArrowUp':
      return from.card > 0 ? { ...from, card: from.card - 1 } : null;
    case 'Home':
      return { ...from, card: 0 };
    case 'End':
      return { ...from, card: Math.max(0, count - 1) };
    case 'ArrowRight':
      return sideways(counts, from, 1);
    case 'ArrowLeft':
      return sideways(counts, from, -1);
    default:
      return null;
  }
};
