import { msBetween } from '../../base/clock.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { sameValue } from '../../base/sameValue.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { leaseName } from '../lease/facts.ts';
import { shared } from '../lease/shared.ts';
import type { Lease } from '../lease/types.ts';
import { usualTtlMs } from '../session/freshness.ts';
import type { State } from '../state.ts';
import { topologies } from '../topology/presets.ts';
import type { ImportedLease, ImportedLedger, LedgerImported } from './types.ts';

/**
 * Takes over another tool's ledger, once: the same again changes nothing, and a lease that came with an earlier ledger is
 * not claimed a second time. Refused with `import.overlap` when a file would have two holders. Its leases hold until their old end, or until
 * a person looked, so that nobody writes what somebody may still be at. Nothing of it passes a review or opens a gate.
 */
export function importLedger(
  state: State,
  given: ImportedLedger,
  kept: string,
  context: Pick<Context, 'at' | 'awakeMs' | 'id' | 'redact'>,
): Result<readonly DomainEvent[], Problem> {
  const ledger = withoutPrivate(given, context.redact);
  if (state.imports.some((one) => isAgain(one, ledger))) return ok([]);
  const leases = ledger.leases
    .filter((lease) => !state.imports.some((one) => one.leases.some((before) => sameValue(before, lease))))
    .map((lease, i) => leaseOf(lease, state.epoch + i + 1, context));
  const clash = firstClash(state, leases);
  if (clash) return err(clash);
  const topology = state.topology === null && topologies.find((one) => one.id === ledger.topology);
  const events: DomainEvent[] = [{ type: 'ledgerImported', ledger, kept }];
  if (topology && ledger.sessions.length > 0) events.push({ type: 'topologySet', topology });
  return ok([...events, ...leases.map((lease): DomainEvent => ({ type: 'leaseClaimed', lease }))]);
}

/** The first file that two would hold, among what is held here and what would come. */
function firstClash(state: State, coming: readonly Lease[]): Problem | null {
  const held = Object.values(state.leases);
  for (const [i, lease] of coming.entries())
    for (const holder of [...held, ...coming.slice(0, i)]) {
      const clashes = shared(holder.claims, lease.claims);
      if (clashes.length === 0) continue;
      return problem(
        'import.overlap',
        '{files} is held by {holder} and by {lease} of the ledger, so nothing was taken over. Give one of them back first, or put the ledger aside with Start Fresh (mam import --put-aside).',
        {
          files: clashes.map((clash) => clash.b).join(', '),
          holder: leaseName(state, holder),
          lease: leaseName(state, lease),
        },
      );
    }
  return null;
}

/** What a seat was called and what it said of itself are words of somebody. */
const withoutPrivate = (ledger: ImportedLedger, redact: Context['redact']): ImportedLedger => ({
  ...ledger,
  sessions: ledger.sessions.map((one) => ({ ...one, role: redact(one.role), status: redact(one.status) })),
});

/** Whether a ledger says the same as one before. Its leases may have run out since, so that fewer of them are left. */
function isAgain(before: LedgerImported, { leases, ...now }: ImportedLedger): boolean {
  return (
    sameValue(before, { ...now, leases: before.leases, kept: before.kept }) &&
    leases.every((lease) => before.leases.some((one) => sameValue(one, lease)))
  );
}

/** A place that can't be looked at: a look there finds nothing, and then a person may give the lease free. */
const nowhere = '[redacted-local-path]';

function leaseOf(
  { task, issue, branch, worktree, session, borrower, claims, state, reason, expiresAt }: ImportedLease,
  epoch: number,
  context: Pick<Context, 'at' | 'awakeMs' | 'id'>,
): Lease {
  const ttlMs = expiresAt === null ? usualTtlMs : Math.max(0, msBetween(context.at, expiresAt));
  return {
    id: context.id(),
    run: null,
    task,
    issue,
    branch,
    worktree: worktree ?? nowhere,
    session,
    agent: borrower?.agent ?? '',
    claims,
    epoch,
    claimedAt: context.at,
    ttlMs,
    expiresAwake: context.awakeMs + ttlMs,
    state,
    ...(reason === null ? {} : { reason }),
    // No token gives it back: whoever has it belongs to the other tool.
    borrower: borrower && { agent: borrower.agent, token: 'imported', since: borrower.since ?? context.at },
  };
}
