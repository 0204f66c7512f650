import assert from 'node:assert/strict';
import type { Command } from '../../../../src/core/command.ts';
import { CoreWorld, host, job, taskOf } from '../../../builders/core.ts';
import { codeOf, eventsOf, types } from '../../../builders/coreCommands.ts';
import { leaseIn, ticked } from '../../../builders/leases.ts';

const takeOver = (lease = 'lease'): Command => ({ type: 'takeOverLease', lease, graceMs: 60_000 });
const tick: Command = { type: 'observeRefs', refs: {} };
const writing = (): CoreWorld => new CoreWorld().start().playUntil('runLane');

describe('taking a lease over', () => {
  it('is a person’s alone', () => {
    assert.equal(codeOf(ticked(), takeOver(), job), 'actor.personOnly');
    assert.equal(codeOf(ticked(), takeOver(), host), 'actor.personOnly');
  });

  it('is announced, and done at once where nobody has the lease in hand', () => {
    const world = ticked();
    assert.deepEqual(types(eventsOf(world, takeOver())), ['takeoverAnnounced', 'leaseTakenOver']);
    const { person, run, task, claims, epoch } = leaseIn(world);
    assert.deepEqual([person, run, task, claims, epoch], ['test', null, null, ['src/a.ts'], 2]);
    assert.equal(world.state.epoch, 2);
  });

  it('waits for a writer, who keeps the lease until it gives it back', () => {
    const world = writing();
    const lease = world.run().lease!;
    assert.deepEqual(types(eventsOf(world, takeOver(lease))), ['takeoverAnnounced']);
    assert.equal(codeOf(world, takeOver(lease)), 'lease.takeoverPending');
    world.awakeMs = 59_999;
    assert.deepEqual(eventsOf(world, tick, host), []);
    world.settle(world.open('runLane')[0]!);
    assert.deepEqual([world.run().lease, leaseIn(world).person], [null, 'test']);
  });

  it('ends the grace after its awake seconds, and whoever writes on loses nothing', () => {
    const world = writing();
    eventsOf(world, takeOver(world.run().lease!));
    world.awakeMs = 60_000;
    assert.deepEqual(types(eventsOf(world, tick, host)), ['leaseTakenOver']);
    world.playUntil();
    const { ask, phase } = world.run();
    assert.deepEqual([phase, ask?.kind === 'problem' && ask.problem.code], ['needs-you', 'lease.overlap']);
    assert.equal(world.open('commitPatch').length + world.heads.size, 0);
    assert.equal(Object.values(world.state.worktrees).filter((one) => one.purpose === 'write').length, 1);

    // Given back, the same work is taken over without another try of the writer.
    eventsOf(world, { type: 'returnLease', lease: leaseIn(world).id, token: null });
    world.do({ type: 'resumeLoop' });
    world.playUntil();
    assert.deepEqual([world.run().phase, world.run().attempt], ['waiting', 1]);
  });

  it('lends to nobody else meanwhile', () => {
    const world = ticked();
    eventsOf(world, { type: 'borrowLease', lease: 'lease', agent: 'codex', token: 't', allowRecovery: false });
    eventsOf(world, takeOver());
    assert.equal(
      codeOf(world, { type: 'borrowLease', lease: 'lease', agent: 'codex', token: 't', allowRecovery: false }),
      'lease.leaving',
    );
    assert.deepEqual(types(eventsOf(world, { type: 'returnLease', lease: 'lease', token: 't' })), [
      'leaseReturned',
      'leaseTakenOver',
    ]);
  });

  it('closes the gate of a run that waits, and opens it when the lease comes back', () => {
    const world = new CoreWorld().start().playUntil();
    assert.equal(world.run().gate?.open, true);
    eventsOf(world, takeOver(world.run().lease!));
    assert.equal(world.run().gate?.open, false);
    eventsOf(world, { type: 'returnLease', lease: leaseIn(world).id, token: null });
    assert.equal(world.run().gate?.open, true);
  });

  it('keeps the files from every other task until the person gives them back', () => {
    const world = new CoreWorld();
    world.append(ticked({ claims: ['x'], task: 'T-2026-0009' }).log.map((one) => one.event));
    eventsOf(world, takeOver());
    world.start([taskOf('T-2026-0001', { claims: ['x'] })]).playUntil();
    const { ask } = world.run();
    assert.deepEqual(ask?.kind === 'problem' && [ask.problem.code, ask.problem.params['holder']], [
      'lease.overlap',
      'test',
    ]);
  });

  it('is refused for what is a person’s already, needs recovery, or is gone', () => {
    const world = ticked();
    eventsOf(world, takeOver());
    assert.equal(codeOf(world, takeOver(leaseIn(world).id)), 'lease.ofPerson');
    assert.equal(codeOf(world, takeOver()), 'lease.unknown');
    assert.equal(codeOf(ticked({ state: 'recovery-needed' }), takeOver()), 'lease.recoverFirst');
  });
});
