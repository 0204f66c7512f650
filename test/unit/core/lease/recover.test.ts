import assert from 'node:assert/strict';
import type { Command } from '../../../../src/core/command.ts';
import { recoverySteps } from '../../../../src/core/lease/recover.ts';
import type { RecoveryStep } from '../../../../src/core/lease/types.ts';
import type { LeaseReason } from '../../../../src/core/lease/types.ts';
import type { CoreWorld } from '../../../builders/core.ts';
import { failedWith, host, job } from '../../../builders/core.ts';
import { codeOf, eventsOf, types } from '../../../builders/coreCommands.ts';
import { leaseIn, ticked } from '../../../builders/leases.ts';

const reasons: readonly LeaseReason[] = [
  'missing-worktree',
  'inspection-failed',
  'detached-worktree',
  'dirty-worktree',
];
const recover = (step: RecoveryStep): Command => ({ type: 'recoverLease', lease: 'lease', step });
const tick: Command = { type: 'observeRefs', refs: {} };

/** The time of the lease is up, and its worktree is about to be looked at. */
const overdue = (): CoreWorld => {
  const world = ticked();
  world.awakeMs = 60_001;
  eventsOf(world, tick, host);
  return world;
};
const look = (world: CoreWorld, found: LeaseReason | 'clean'): readonly string[] =>
  types(world.settle(world.open('inspectLease')[0]!, { kind: 'inspectLease', found }));

describe('a lease whose time is up', () => {
  it('is looked at once, not a moment too early', () => {
    const world = ticked();
    world.awakeMs = 60_000;
    assert.deepEqual(eventsOf(world, tick, host), []);
    world.awakeMs += 1;
    assert.deepEqual(types(eventsOf(world, tick, host)), ['effectRequested']);
    assert.deepEqual(eventsOf(world, tick, host), []);
  });

  it('expires when its worktree is clean', () => {
    const world = overdue();
    assert.deepEqual(look(world, 'clean'), ['effectSettled', 'leaseExpired']);
    assert.deepEqual(world.state.leases, {});
  });

  for (const reason of reasons)
    it(`needs recovery for ${reason}`, () => {
      const world = overdue();
      assert.deepEqual(look(world, reason), ['effectSettled', 'leaseStranded']);
      assert.deepEqual([leaseIn(world).state, leaseIn(world).reason], ['recovery-needed', reason]);
      assert.deepEqual(eventsOf(world, tick, host), [], 'it is looked at again by itself');
    });

  it('needs recovery when nobody could look', () => {
    const world = overdue();
    world.settle(world.open('inspectLease')[0]!, failedWith());
    assert.equal(leaseIn(world).reason, 'inspection-failed');
  });

  it('that was renewed while it was looked at goes on', () => {
    const world = overdue();
    eventsOf(world, { type: 'renewLease', lease: 'lease' });
    assert.deepEqual(look(world, 'dirty-worktree'), ['effectSettled']);
    assert.equal(leaseIn(world).state, 'active');
  });
});

describe('recovering a lease', () => {
  const broken = (reason: LeaseReason): CoreWorld => ticked({ state: 'recovery-needed', reason });

  for (const reason of reasons)
    it(`after ${reason} goes by ${recoverySteps[reason].join(' or ')} alone`, () => {
      const allowed = recoverySteps[reason];
      for (const step of ['release', 'rescue', 'inspect'] as const)
        assert.equal(codeOf(broken(reason), recover(step)), allowed.includes(step) ? 'ok' : 'lease.otherRecovery');
    });

  it('never gives free unseen what could not be looked at', () =>
    assert.deepEqual(recoverySteps['inspection-failed'], ['inspect']));

  it('is a person’s alone', () => {
    assert.equal(codeOf(broken('missing-worktree'), recover('release'), job), 'actor.personOnly');
    assert.equal(codeOf(broken('missing-worktree'), recover('release'), host), 'actor.personOnly');
    assert.equal(codeOf(ticked(), recover('inspect')), 'lease.sound');
  });

  it('releases what is gone', () => {
    const world = broken('missing-worktree');
    assert.deepEqual(eventsOf(world, recover('release')), [
      { type: 'leaseRecovered', lease: 'lease', person: 'test', rescue: null },
    ]);
    assert.deepEqual(world.state.leases, {});
  });

  it('keeps a copy first of what is there', () => {
    const world = broken('dirty-worktree');
    eventsOf(world, recover('rescue'));
    assert.deepEqual(eventsOf(world, recover('rescue')), [], 'one copy at a time');
    const [effect] = world.open('rescueLease');
    assert.deepEqual(types(world.settle(effect!, { kind: 'rescueLease', rescue: 'refs/mam/rescue/x' })), [
      'effectSettled',
      'leaseRecovered',
    ]);
    assert.deepEqual(world.state.leases, {});
  });

  it('stays where it was when the copy fails', () => {
    const world = broken('dirty-worktree');
    eventsOf(world, recover('rescue'));
    world.settle(world.open('rescueLease')[0]!, failedWith());
    assert.equal(leaseIn(world).state, 'recovery-needed');
  });

  it('by another look ends well, or tells a new reason', () => {
    const world = broken('inspection-failed');
    eventsOf(world, recover('inspect'));
    assert.deepEqual(look(world, 'dirty-worktree'), ['effectSettled', 'leaseStranded']);
    eventsOf(world, recover('inspect'));
    assert.deepEqual(look(world, 'dirty-worktree'), ['effectSettled']);
    eventsOf(world, recover('inspect'));
    assert.deepEqual(look(world, 'clean'), ['effectSettled', 'leaseExpired']);
  });
});
