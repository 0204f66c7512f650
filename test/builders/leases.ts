import assert from 'node:assert/strict';
import type { Lease } from '../../src/core/lease/types.ts';
import { CoreWorld } from './core.ts';

/** A lease that a tick claimed, until 60 awake seconds. */
export const tickLease = (change: Partial<Lease> = {}): Lease => ({
  id: 'lease',
  run: null,
  task: 'T-2026-0001',
  issue: '7',
  branch: 'feat/issue-7',
  worktree: '.',
  session: 'implementer',
  agent: '',
  claims: ['src/a.ts'],
  epoch: 1,
  claimedAt: '2026-01-31T12:00:00Z',
  ttlMs: 60_000,
  expiresAwake: 60_000,
  state: 'active',
  borrower: null,
  ...change,
});

/** A world that holds nothing but such a lease. */
export const ticked = (change: Partial<Lease> = {}): CoreWorld => {
  const world = new CoreWorld();
  world.append([{ type: 'leaseClaimed', lease: tickLease(change) }]);
  return world;
};

export const leaseIn = (world: CoreWorld): Lease => {
  const [lease] = Object.values(world.state.leases);
  assert.ok(lease);
  return lease;
};
