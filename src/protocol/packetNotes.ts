import * as z from 'zod';

// What a person wrote about a change and did not send yet. The editor keeps it for the workspace, so that it comes back
// from there as anything from outside does: parsed.

const lineComment = z.object({
  id: z.string().min(1),
  run: z.string().min(1),
  path: z.string().min(1),
  /** Counted from 1. */
  line: z.number().int().min(1),
  /** Which side of the change it is about: the file as it was, or as it is now. */
  side: z.enum(['old', 'new']),
  /** The commit whose file it was written on. */
  commit: z.string().min(1),
  text: z.string(),
});

const packetNotes = z.object({
  comments: z.array(lineComment),
  /** By run and what is being written: texts that were begun. */
  drafts: z.record(z.string(), z.string()),
});

export type LineComment = Readonly<z.infer<typeof lineComment>>;

export interface PacketNotes {
  readonly comments: readonly LineComment[];
  readonly drafts: Readonly<Record<string, string>>;
}

export const noNotes: PacketNotes = { comments: [], drafts: {} };

/** Null for something else than notes, which is for its reader to keep. */
export function readPacketNotes(stored: unknown): PacketNotes | null {
  if (stored === undefined) return noNotes;
  const read = packetNotes.safeParse(stored);
  return read.success ? read.data : null;
}
