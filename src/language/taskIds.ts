export interface FoundId {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/** The task ids of a line, in their order. */
export const taskIdsIn = (line: string): readonly FoundId[] =>
  [...line.matchAll(/\bT-\d{4}-\d{4}\b/g)].map(({ 0: id, index }) => ({ id, start: index, end: index + id.length }));

/** The task id in which a column lies, its ends included. */
export const taskIdAt = (line: string, column: number): FoundId | undefined =>
  taskIdsIn(line).find(({ start, end }) => start <= column && column <= end);
