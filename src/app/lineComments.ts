import type { Run } from '../core/loop/types.ts';
import type { LineComment } from '../protocol/packetNotes.ts';

/** In the order in which a reader meets them. */
export const inOrder = (comments: readonly LineComment[]): readonly LineComment[] =>
  comments.toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));

/** The commit that a side of the change shows now. */
export const commitOfSide = (run: Run, side: LineComment['side']): string | undefined =>
  side === 'new' ? run.change?.head : run.base?.commit;

/** Where it is: a writer finds it by this, also when what it was written on is no longer the newest. */
const placeOf = (run: Run, { path, line, side, commit }: LineComment): string => {
  const at = `${path}:${line}`;
  const notes = [
    ...(side === 'old' ? ['as it was before the change'] : []),
    ...(commit === commitOfSide(run, side) ? [] : [`at ${commit.slice(0, 7)}`]),
  ];
  return notes.length === 0 ? at : `${at} (${notes.join(', ')})`;
};

/** What goes back to the writer: the person's words as they were written, and before each the place that they are about. */
export const returnText = (run: Run, general: string, comments: readonly LineComment[]): string =>
  [
    ...(general.trim() === '' ? [] : [general.trim()]),
    ...inOrder(comments).map((comment) => `${placeOf(run, comment)}\n${comment.text.trim()}`),
  ].join('\n\n');
