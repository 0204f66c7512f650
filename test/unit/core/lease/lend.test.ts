import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import type { Command } from '../../../../src/core/command.ts';
import { CoreWorld, failedWith, host, job, laneEnds } from '../../../builders/core.ts';
import { codeOf, eventsOf, types } from '../../../builders/coreCommands.ts';
import { ticked, leaseIn } from '../../../builders/leases.ts';

const borrow = (change: Partial<Extract<Command, { type: 'borrowLease' }>> = {}): Command => ({
  type: 'borrowLease',
  lease: null,
  agent: 'codex',
  token: 'token-1',
  allowRecovery: false,
  ...change,
});
const giveBack = (token: string | null): Command => ({ type: 'returnLease', lease: 'lease', token });

describe('borrowing a lease', () => {
  it('needs one that is held', () => {
    assert.equal(codeOf(new CoreWorld(), borrow()), 'lease.none');
    assert.equal(codeOf(new CoreWorld(), borrow({ lease: 'gone' })), 'lease.unknown');
  });

  it('gives it to one borrower, who may ask again', () => {
    const world = ticked();
    assert.deepEqual(types(eventsOf(world, borrow())), ['leaseBorrowed']);
    assert.deepEqual(leaseIn(world).borrower, { agent: 'codex', token: 'token-1', since: '2026-01-31T12:00:00Z' });
    assert.deepEqual(eventsOf(world, borrow({ lease: 'lease' })), []);
  });

  const strangers: readonly (readonly [string, Partial<Extract<Command, { type: 'borrowLease' }>>])[] = [
    ['the same agent with another token', { token: 'token-2' }],
    ['another agent', { agent: 'claude', token: 'token-2' }],
    ['another agent with the same token', { agent: 'claude' }],
  ];
  for (const [name, change] of strangers)
    it(`refuses ${name}`, () => {
      const world = ticked();
      eventsOf(world, borrow());
      assert.equal(codeOf(world, borrow(change)), 'lease.lent');
    });

  it('of one that needs recovery has to be allowed', () => {
    const world = ticked({ state: 'recovery-needed', reason: 'dirty-worktree' });
    assert.equal(codeOf(world, borrow()), 'lease.none');
    assert.equal(codeOf(world, borrow({ lease: 'lease' })), 'lease.broken');
    assert.equal(codeOf(world, borrow({ allowRecovery: true })), 'ok');
  });

  it('is nothing that a job may ask for', () => assert.equal(codeOf(ticked(), borrow(), job), 'actor.personOnly'));
});

describe('giving a lease back', () => {
  it('needs the token, and is done already when it is free', () => {
    const world = ticked();
    assert.deepEqual(eventsOf(world, giveBack('token-1')), []);
    eventsOf(world, borrow());
    assert.equal(codeOf(world, giveBack('token-2')), 'lease.lent');
    assert.equal(codeOf(world, giveBack(null)), 'lease.lent');
    assert.deepEqual(types(eventsOf(world, giveBack('token-1'))), ['leaseReturned']);
    assert.equal(leaseIn(world).borrower, null);
  });
});

describe('the writer of a run', () => {
  const held = (world: CoreWorld): string | undefined => world.state.leases[world.run().lease ?? '']?.borrower?.token;

  it('has its lease from its dispatch to its end, however that comes', () => {
    for (const ending of [undefined, laneEnds('failed'), failedWith()]) {
      const world = new CoreWorld().start().playUntil('runLane');
      assert.equal(held(world), world.run().jobs[0]!.id);
      world.settle(world.open('runLane')[0]!, ending);
      assert.equal(held(world), undefined);
    }
  });

  it('has it again with the next try', () => {
    const world = new CoreWorld().start().playUntil('runLane');
    world.settle(world.open('runLane')[0]!, laneEnds('interrupted'));
    world.playUntil('runLane');
    assert.equal(held(world), world.run().jobs.at(-1)!.id);
  });

  it('is not dispatched while somebody else has it', () => {
    const world = new CoreWorld().start().playUntil('runLane');
    world.settle(world.open('runLane')[0]!, failedWith(problem('x', 'X.')));
    assert.equal(codeOf(world, borrow({ lease: world.run().lease })), 'ok');
    world.do({ type: 'resumeLoop' });
    world.playUntil();
    const { ask, lease } = world.run();
    assert.equal(ask?.kind === 'problem' && ask.problem.code, 'lease.lent');
    eventsOf(world, { type: 'returnLease', lease: lease!, token: 'token-1' });
    world.do({ type: 'resumeLoop' });
    assert.equal(world.playUntil().run().phase, 'waiting');
  });
});

describe('what a tick claimed for a task', () => {
  const leases = (world: CoreWorld): readonly (string | null)[] =>
    Object.values(world.state.leases).map((lease) => lease.run);
  const starting = (change: Parameters<typeof ticked>[0]): CoreWorld =>
    ticked({ claims: ['T-2026-0001.txt'], ...change })
      .start()
      .playUntil();

  it('goes over to its run', () => {
    const world = starting({});
    assert.deepEqual([world.run().phase, leases(world)], ['waiting', [world.run().id]]);
  });

  const broken = { state: 'recovery-needed', reason: 'dirty-worktree' } as const;
  const staying: readonly (readonly [string, string, Parameters<typeof ticked>[0]])[] = [
    [
      'somebody writes with it',
      'lease.overlap',
      { borrower: { agent: 'codex', token: 't', since: '2026-01-31T12:00:00Z' } },
    ],
    ['it needs recovery', 'lease.recoveryNeeded', broken],
    ['it needs recovery elsewhere', 'lease.recoveryNeeded', { ...broken, worktree: 'elsewhere' }],
    ['it needs recovery for other files', 'lease.recoveryNeeded', { ...broken, claims: ['other'] }],
  ];
  for (const [name, code, change] of staying)
    it(`stays where it is while ${name}`, () => {
      const world = starting(change);
      const { ask, phase } = world.run();
      assert.deepEqual([phase, leases(world)], ['needs-you', [null]]);
      assert.equal(ask?.kind === 'problem' && ask.problem.code, code);
    });
});

describe('a run’s lease that somebody else has in hand', () => {
  const lent = (): CoreWorld => {
    const world = new CoreWorld().start().playUntil();
    world.observe();
    eventsOf(world, borrow({ lease: world.run().lease }));
    return world;
  };

  it('keeps its files when the claim of the run would change', () => {
    const world = lent();
    const command: Command = { type: 'setClaims', run: world.run().id, claims: ['other.txt'] };
    assert.equal(codeOf(world, command), 'lease.lent');
    const { lease } = world.run();
    eventsOf(world, { type: 'returnLease', lease: lease!, token: 'token-1' });
    assert.equal(codeOf(world, command), 'ok');
  });

  for (const end of ['approve', 'abandonRun'] as const)
    it(`outlives its run after ${end}, and goes when it is given back`, () => {
      const world = lent();
      const { id, lease, change } = world.run();
      eventsOf(world, end === 'approve' ? { type: end, run: id, head: change?.head ?? '' } : { type: end, run: id });
      world.playUntil();
      assert.deepEqual([world.run().phase, leaseIn(world).borrower?.agent], ['ended', 'codex']);
      const events = eventsOf(world, { type: 'returnLease', lease: lease!, token: 'token-1' });
      assert.deepEqual(types(events), ['leaseReturned', 'leaseReleased']);
      assert.deepEqual([world.state.leases, world.run().lease], [{}, null]);
    });
});

describe('a lease in time', () => {
  it('of a run is renewed however long its writer is silent', () => {
    const world = new CoreWorld().start().playUntil('runLane');
    for (let minutes = 1; minutes <= 10; minutes += 1) {
      world.awakeMs += 60_000;
      world.do({ type: 'renewLeases', awakeMs: world.awakeMs }, host);
    }
    assert.deepEqual([world.open('inspectLease'), Object.keys(world.state.leases).length], [[], 1]);
    assert.ok(world.state.leases[world.run().lease!]!.expiresAwake > world.awakeMs);
  });

  it('of a tick is renewed on request', () => {
    const world = ticked();
    world.awakeMs = 50_000;
    eventsOf(world, { type: 'renewLease', lease: 'lease' });
    assert.equal(leaseIn(world).expiresAwake, 110_000);
    assert.equal(codeOf(world, { type: 'renewLease', lease: 'none' }), 'lease.unknown');
    assert.equal(
      codeOf(ticked({ state: 'recovery-needed' }), { type: 'renewLease', lease: 'lease' }),
      'lease.recoverFirst',
    );
  });
});
