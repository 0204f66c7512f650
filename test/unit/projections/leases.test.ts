import assert from 'node:assert/strict';
import { leases } from '../../../src/app/projections/leases.ts';
import type { Lease } from '../../../src/core/lease/types.ts';
import type { State } from '../../../src/core/state.ts';
import { leasesSchema } from '../../../src/protocol/ledger/leases.ts';
import { CoreWorld } from '../../builders/core.ts';
import { privacy } from '../../builders/privacy.ts';
import { ticked } from '../../builders/leases.ts';

const entriesOf = (state: State) => {
  const file = leasesSchema.parse(
    JSON.parse(leases(state).render({ seq: state.seq, at: '2026-01-31T12:00:00Z', privacy })),
  );
  return file.leases;
};
const entryOf = (change: Partial<Lease>) => entriesOf(ticked(change).state)[0];

/** What every entry has, whatever its state. */
const always = [
  'active_agent',
  'branch',
  'claimed_files',
  'expires_at',
  'issue',
  'lease_id',
  'lease_type',
  'owner_role',
  'owner_session',
  'recovery_command',
  'status',
  'task_id',
  'worktree',
];

describe('leases.json', () => {
  it('tells a lease of a tick', () => {
    const entry = entryOf({ ttlMs: 30 * 60_000 });
    assert.deepEqual(Object.keys(entry ?? {}).toSorted(), always);
    assert.deepEqual(
      [entry?.lease_id, entry?.status, entry?.active_agent, entry?.worktree, entry?.expires_at],
      ['t-2026-0001-7-feat-issue-7-implementer', 'active', null, '.', '2026-01-31T12:30:00Z'],
    );
  });

  it('tells why one needs recovery, and the command that helps', () => {
    const entry = entryOf({ state: 'recovery-needed', reason: 'dirty-worktree' });
    assert.deepEqual(
      Object.keys(entry ?? {}).filter((key) => !always.includes(key)),
      ['inspection', 'recovery_reason'],
    );
    assert.deepEqual(
      [entry?.inspection, entry?.recovery_command],
      [{ state: 'dirty-worktree', worktree: '.' }, 'mam lease recover t-2026-0001-7-feat-issue-7-implementer'],
    );
  });

  it('tells who borrowed one, never by which token', () => {
    const borrower = { agent: 'codex', token: 'secret-hash', since: '2026-01-31T12:00:00Z' };
    const entry = entryOf({ borrower });
    assert.deepEqual([entry?.active_agent, entry?.active_agent_since], ['codex', borrower.since]);
    assert.ok(!JSON.stringify(entry).includes('secret-hash'));
  });

  it('names the writer of a run as long as it writes', () => {
    const world = new CoreWorld().start().playUntil('runLane');
    assert.equal(entriesOf(world.state)[0]?.active_agent, 'codex');
    world.settle(world.open('runLane')[0]!);
    assert.equal(entriesOf(world.state)[0]?.active_agent, null);
  });

  it('names the person who took one over', () => {
    const world = ticked();
    world.do({ type: 'takeOverLease', lease: 'lease', graceMs: 0 });
    const [entry] = entriesOf(world.state);
    assert.deepEqual([entry?.owner_session, entry?.owner_role], ['person', 'Person']);
  });
});
