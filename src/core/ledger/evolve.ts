import type { DomainEvent } from '../event.ts';
import { isPassWord } from '../session/passFamily.ts';
import { newSeat } from '../session/rebuild.ts';
import type { RoleSession } from '../session/types.ts';
import type { State } from '../state.ts';
import type { ImportedSession } from './types.ts';

/** What was taken over so far, oldest first. */
export const evolveImports = (imports: State['imports'], event: DomainEvent): State['imports'] =>
  event.type === 'ledgerImported' ? [...imports, { ...event.ledger, kept: event.kept }] : imports;

/** Seats of another tool beside those that are known: a pass that it claims is kept as one, and passes nothing. */
export const seatImported = (
  sessions: State['sessions'],
  imported: readonly ImportedSession[],
  at: string,
): State['sessions'] => ({
  ...Object.fromEntries(imported.map((one): [string, RoleSession] => [one.session, seatOf(one, at)])),
  ...sessions,
});

function seatOf({ session, role, status, task, lastBeat }: ImportedSession, at: string): RoleSession {
  const claims = isPassWord(status);
  return {
    ...newSeat({ session, name: role, authority: 'read' }, at),
    status: claims ? 'idle' : status,
    claimed: claims ? status : null,
    task,
    lastBeat: lastBeat ?? at,
  };
}
