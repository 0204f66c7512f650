import { chainHash } from './chain.ts';
import type { EventRows, Head } from './eventRows.ts';

/** Events that are hashed between two turns of the event loop: some 10 ms. */
const rowsAtOnce = 2_000;

export interface Walk {
  /** The last event whose place in the chain is proven. */
  readonly head: Head;
  /** The first that is missing or was changed. */
  readonly brokenAt: number | null;
}

/** Hashes the chain again from a head that is known to be good up to the event `end`. */
export async function walkChain(
  read: <T>(task: (rows: EventRows) => T) => Promise<T>,
  from: Head,
  end: number,
): Promise<Walk> {
  let head = from;
  while (head.seq < end) {
    // One part after the other, so that the host stays responsive.
    const rows = await read((table) => table.after(head.seq, Math.min(rowsAtOnce, end - head.seq)));
    if (rows.length === 0) return { head, brokenAt: head.seq + 1 };
    for (const row of rows) {
      const fits = row.seq === head.seq + 1 && row.previous === head.hash && row.hash === chainHash(head.hash, row);
      if (!fits) return { head, brokenAt: head.seq + 1 };
      head = { seq: row.seq, hash: row.hash };
    }
    await new Promise((resolve) => void setImmediate(resolve));
  }
  return { head, brokenAt: null };
}
