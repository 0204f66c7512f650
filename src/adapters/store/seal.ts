import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Head } from './eventRows.ts';

/** A place that remembers the head of the chain and that those who can write the log can't simply write, too. */
export interface Seal {
  /** What `verify` calls it. */
  readonly name: string;
  write(head: Head): Promise<void>;
  /** Null when nothing was sealed yet; `broken` when what is there isn't what was written. */
  read(): Promise<Head | 'broken' | null>;
}

export interface MacSealDeps {
  readonly name: string;
  /** Which log it belongs to: a seal of another log proves nothing. */
  readonly logId: string;
  /** The key; null when there is none yet and `make` is false. */
  readonly key: (make: boolean) => Promise<Buffer | null>;
  readonly load: () => Promise<string | null>;
  readonly save: (record: string) => Promise<void>;
}

/** A seal whose record may lie anywhere, since only who has the key can make one. */
export function createMacSeal(deps: MacSealDeps): Seal {
  const mac = (key: Buffer, head: Head): string =>
    createHmac('sha256', key).update(`${deps.logId}\n${head.seq}\n${head.hash}`).digest('hex');
  return {
    name: deps.name,
    async write(head) {
      const key = await deps.key(true);
      if (key) await deps.save(JSON.stringify({ ...head, mac: mac(key, head) }));
    },
    async read() {
      const record = await deps.load();
      if (record === null) return null;
      const [key, sealed] = [await deps.key(false), parse(record)];
      if (key === null || sealed === null) return 'broken';
      return same(sealed.mac, mac(key, sealed.head)) ? sealed.head : 'broken';
    },
  };
}

function parse(record: string): { readonly head: Head; readonly mac: string } | null {
  try {
    const value: unknown = JSON.parse(record);
    if (typeof value !== 'object' || value === null || !('seq' in value && 'hash' in value && 'mac' in value))
      return null;
    const { seq, hash, mac } = value;
    if (typeof seq !== 'number' || typeof hash !== 'string' || typeof mac !== 'string') return null;
    return { head: { seq, hash }, mac };
  } catch {
    return null;
  }
}

const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
