import type { OwnerInfo, Ownership } from '../../app/ports/eventStore.ts';
import type { Clock } from '../../base/clock.ts';
import { err, ok } from '../../base/result.ts';
import type { Access } from './access.ts';
import { isNear, judgeHolder } from './judgeHolder.ts';
import type { OwnerRecord, OwnerRow } from './ownerRow.ts';
import type { ProcessFacts, ProcessIdentity } from './processFacts.ts';

export interface OwnershipDeps {
  readonly row: OwnerRow;
  readonly awakeMs: () => number;
  readonly host: Omit<OwnerInfo, 'epoch' | 'pid'>;
  readonly nonce: string;
  readonly clock: Clock;
  readonly facts: ProcessFacts;
  readonly access: Access;
}

export function createOwnership(deps: OwnershipDeps): Ownership {
  const { row, nonce, clock, facts } = deps;
  let identity: Promise<ProcessIdentity> | null = null;
  const self = (): Promise<ProcessIdentity> => (identity ??= facts.self());

  /** What can be seen of a holder whose pid means something here; everything else counts as alive. */
  const sightingOf = async (holder: OwnerRecord | null, me: ProcessIdentity) =>
    holder && isNear(holder, me) ? facts.look(holder.pid) : { alive: true, started: null };

  /** One try; null when the row changed while its holder was looked at. */
  const tryAcquire = async (): Promise<Awaited<ReturnType<Ownership['acquire']>> | null> => {
    const [me, holder] = [await self(), await deps.access.read(() => row.read())];
    // Looking may start a program, so it happens before the transaction; that the row is still the same is checked in it.
    const sighting = await sightingOf(holder, me);
    return deps.access.write(() => {
      const current = row.read();
      if (current?.nonce !== holder?.nonce || current?.epoch !== holder?.epoch) return null;
      const [awakeMs, wallMs] = [deps.awakeMs(), clock.now()];
      const judgement = current && judgeHolder(current, { me, nonce, sighting, awakeMs, wallMs });
      if (current && judgement === 'alive') return err(infoOf(current));
      if (current && judgement === 'mine') return ok({ epoch: current.epoch });
      return ok({ epoch: row.take({ ...me, ...deps.host, nonce, beatAwakeMs: awakeMs, beatWallMs: wallMs }) });
    });
  };

  /** A row that changes meanwhile has a holder that is alive, or has just been given up: then it looks again. */
  const acquire: Ownership['acquire'] = async () => (await tryAcquire()) ?? acquire();

  return {
    acquire,
    beat: () => deps.access.write(() => row.beat(nonce, deps.awakeMs(), clock.now())),
    release: () => deps.access.write(() => row.release(nonce)),
    async current() {
      const [me, holder] = [await self(), await deps.access.read(() => row.read())];
      if (holder === null) return null;
      const sighting = await sightingOf(holder, me);
      const judgement = judgeHolder(holder, { me, nonce, sighting, awakeMs: deps.awakeMs(), wallMs: clock.now() });
      return judgement === 'alive' || judgement === 'mine' ? infoOf(holder) : null;
    },
  };
}

const infoOf = ({ pid, host, epoch, version, label }: OwnerRecord): OwnerInfo => ({ pid, host, epoch, version, label });
