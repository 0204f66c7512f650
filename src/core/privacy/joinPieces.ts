import { safeCut } from './safeCut.ts';

/** Characters of a message at which what came of it so far is let go, and those that stay for what follows. */
const longestText = 64 * 1024;
const overlap = 4096;

interface Piece {
  readonly event: Readonly<Record<string, unknown>>;
  readonly content: string;
}

/** Joins the pieces of one message, each an event of its own, so that a secret that lies over two of them is seen. */
export interface PieceJoiner {
  isHolding(): boolean;
  /** Lines that can go on now, in their order: the joined message before the line that ends it. */
  take(line: string): readonly string[];
  /** What is held back. */
  release(): readonly string[];
}

/** Whether a text may hold a piece. A quick look at much text. */
export const mayHoldPiece = (text: string): boolean => /"delta"\s*:\s*true/.test(text);

export function createPieceJoiner(): PieceJoiner {
  let held: Piece | null = null;
  const release = (): readonly string[] => {
    const lines = held === null ? [] : [lineOf(held)];
    held = null;
    return lines;
  };
  const hold = (piece: Piece): readonly string[] => {
    held = piece;
    if (piece.content.length <= longestText) return [];
    const cut = safeCut(piece.content, overlap);
    held = { ...piece, content: piece.content.slice(cut) };
    return cut === 0 ? [] : [lineOf({ ...piece, content: piece.content.slice(0, cut) })];
  };
  return {
    isHolding: () => held !== null,
    take(line) {
      const piece = mayHoldPiece(line) ? pieceOf(line) : null;
      if (piece === null) return [...release(), line];
      if (held !== null && belongTogether(held, piece))
        return hold({ event: held.event, content: held.content + piece.content });
      return [...release(), ...hold(piece)];
    },
    release,
  };
}

const lineOf = ({ event, content }: Piece): string => JSON.stringify({ ...event, content });

const belongTogether = (a: Piece, b: Piece): boolean =>
  a.event['type'] === b.event['type'] && a.event['role'] === b.event['role'];

function pieceOf(line: string): Piece | null {
  try {
    const event: unknown = JSON.parse(line);
    if (typeof event !== 'object' || event === null || !('delta' in event) || event.delta !== true) return null;
    return 'content' in event && typeof event.content === 'string'
      ? { event: { ...event }, content: event.content }
      : null;
  } catch {
    return null;
  }
}
