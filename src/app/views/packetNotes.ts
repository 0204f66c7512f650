import type { Run } from '../../core/loop/types.ts';
import type { LineComment, PacketNotes } from '../../protocol/packetNotes.ts';
import type { PacketComment } from '../../protocol/packetParts.ts';
import { commitOfSide, inOrder } from '../lineComments.ts';
import { shortCommit } from './words.ts';
import type { ViewContext } from './viewContext.ts';

/** What a person can begin to write on a packet. */
export type DraftKind = 'return' | 'ask';

export const draftKey = (kind: DraftKind, run: string): string => `${kind} ${run}`;

const noteOf = (ctx: ViewContext, run: Run, { side, commit }: LineComment): string => {
  if (commit !== commitOfSide(run, side)) return ctx.t('written on {commit}', { commit: shortCommit(commit) });
  return side === 'old' ? ctx.t('before the change') : '';
};

/** The comments on lines that go back with a return. */
export const packetComments = (ctx: ViewContext, run: Run, notes: PacketNotes): readonly PacketComment[] =>
  inOrder(notes.comments.filter((one) => one.run === run.id)).map((one) => ({
    id: one.id,
    path: one.path,
    line: one.line,
    text: one.text,
    note: noteOf(ctx, run, one),
  }));
