/** What the system tells of a file, nanoseconds since the epoch. */
export interface FileFacts {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}

/** Clocks of file systems move on in steps: what changed within the last of them can change again without a trace. */
const unsettledMs = 100;
const wholeSecond = 1_000_000_000n;

/**
 * Tells one content of a file from another without reading it: the same text means the same content. Nobody can set the
 * time of change back, which a change of the content moves on. Null when it can't be told: for a file that changed just
 * before `now` (milliseconds), and where times are kept in whole seconds.
 */
export function fileVersion({ dev, ino, size, mtimeNs, ctimeNs }: FileFacts, now: number): string | null {
  if (ctimeNs % wholeSecond === 0n || Number(ctimeNs / 1_000_000n) > now - unsettledMs) return null;
  return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}
