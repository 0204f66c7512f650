import type { Problem } from '../../base/problem.ts';
import { problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import { err, ok } from '../../base/result.ts';
import { genesis } from './chain.ts';
import type { EventRows, Head } from './eventRows.ts';
import { StoreError } from './failures.ts';
import type { Seal } from './seal.ts';
import { walkChain } from './walkChain.ts';

export interface Sealing {
  /**
   * Seals the head of the chain, after proving that it continues what was sealed before: a changed log is never sealed
   * anew on the quiet. With `accept` a person says that the log as it is now is the right one, as after a restore.
   */
  seal(accept: boolean): Promise<Result<void, Problem>>;
  /** Compares every seal that has a record. */
  compare(): Promise<readonly { readonly name: string; readonly ok: boolean }[]>;
}

type Read = <T>(task: (rows: EventRows) => T) => Promise<T>;

export function createSealing(seals: readonly Seal[], read: Read): Sealing {
  const holds = async (sealed: Head | 'broken'): Promise<boolean> =>
    sealed !== 'broken' && (await read((rows) => rows.hashAt(sealed.seq))) === sealed.hash;

  const sealOne = async (seal: Seal, accept: boolean): Promise<Problem | null> => {
    try {
      return await sealHead(seal, accept);
    } catch (error) {
      if (error instanceof StoreError) return error.problem;
      return sealFailed(seal.name, error instanceof Error ? error.message : String(error));
    }
  };

  const sealHead = async (seal: Seal, accept: boolean): Promise<Problem | null> => {
    const before = accept ? null : await seal.read();
    if (before !== null && !(await holds(before))) return sealBroken(seal.name);
    const from = before === null || before === 'broken' ? { seq: 0, hash: genesis } : before;
    const end = await read((rows) => rows.head().seq);
    if (end === from.seq && before !== null) return null;
    const walk = await walkChain(read, from, end);
    if (walk.brokenAt !== null) return chainBroken(walk.brokenAt);
    await seal.write(walk.head);
    return null;
  };

  return {
    async seal(accept) {
      const problems = await Promise.all(seals.map((seal) => sealOne(seal, accept)));
      const first = problems.find((found) => found !== null);
      return first ? err(first) : ok(undefined);
    },
    async compare() {
      const compared = await Promise.all(
        seals.map(async (seal) => {
          // A seal that can't be read proves nothing, so it counts as broken.
          const sealed = await seal.read().catch(() => 'broken' as const);
          return sealed === null ? null : { name: seal.name, ok: await holds(sealed) };
        }),
      );
      return compared.filter((seal) => seal !== null);
    },
  };
}

const sealFailed = (name: string, reason: string): Problem =>
  problem(
    'store.sealFailed',
    'The log could not be sealed ({name}): {reason}. Make MAM’s state folder writable for your user.',
    {
      name,
      reason,
    },
  );

export const sealBroken = (name: string): Problem =>
  problem(
    'store.sealBroken',
    'The log isn’t the one that was sealed ({name}): events were removed or replaced. Compare it with a backup before you trust it.',
    { name },
  );

export const chainBroken = (seq: number): Problem =>
  problem(
    'store.chainBroken',
    'Event {seq} of the log is missing or was changed. Compare it with a backup before you trust the log.',
    {
      seq,
    },
  );
