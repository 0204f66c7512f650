import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import { askNow, heldNow } from '../../../../src/core/lease/heldNow.ts';
import { contested } from '../../../../src/core/lease/shared.ts';
import type { Ask } from '../../../../src/core/loop/types.ts';
import { CoreWorld, taskOf } from '../../../builders/core.ts';
import { tickLease } from '../../../builders/leases.ts';

describe('the files that two claims compete for', () => {
  const rows: readonly (readonly [leased: readonly string[], asked: readonly string[], want: readonly string[]])[] = [
    [['src/a.ts'], ['src/**'], ['src/a.ts']],
    [['src/**'], ['src/a.ts', 'src/b.ts', 'docs/c.md'], ['src/a.ts', 'src/b.ts']],
    [['src/a.ts', 'src/b.ts'], ['src/**'], ['src/a.ts', 'src/b.ts']],
    [['src'], ['src/a.ts'], ['src/a.ts']],
    [['src/a.ts'], ['src'], ['src/a.ts']],
    [['src/*.ts'], ['src/**'], ['src/*.ts']],
    [['src/a.ts'], ['src/b.ts'], []],
  ];
  for (const [leased, asked, want] of rows)
    it(`${leased.join()} and ${asked.join()} are named as ${want.join() || 'none'}`, () =>
      assert.deepEqual([contested(leased, asked), contested(asked, leased)], [want, want]));
});

describe('what is said of held files', () => {
  const guards = { target: null, maxBlockers: 3, maxMs: 0, stopsBlocked: true } as const;
  const [holder, asker] = ['T-2026-0001', 'T-2026-0002'];
  const said = (ask: Ask | null) => (ask?.kind === 'problem' ? [ask.problem.code, ask.problem.params['holder']] : ask);

  it('follows the holder, from its work over the decision to files that are free', () => {
    const world = new CoreWorld();
    world.append([{ type: 'leaseClaimed', lease: tickLease({ id: 'first', task: holder, claims: ['src/a.ts'] }) }]);
    world.start([taskOf(asker, { claims: ['src/**'] })], { limit: 1, guards }).playUntil();
    const run = () => world.run(asker);
    assert.deepEqual(said(run().ask), ['lease.overlap', holder]);
    assert.deepEqual(askNow(world.state, run()), run().ask);
    const { ask } = run();
    assert.ok(ask?.kind === 'problem');
    const halt = ask.problem;
    assert.equal(halt.params['files'], 'src/a.ts', 'the file that is leased, and not the pattern of who asks');

    world.append([{ type: 'leaseReleased', lease: 'first' }]);
    assert.deepEqual(said(askNow(world.state, run())), ['lease.nowFree', holder]);
    assert.equal(heldNow(world.state, halt).code, 'lease.nowFree');

    world.append([{ type: 'leaseClaimed', lease: tickLease({ id: 'x', task: 'T-2026-0009', claims: ['src/a.ts'] }) }]);
    assert.deepEqual(said(askNow(world.state, run())), ['lease.overlap', 'T-2026-0009']);
  });

  it('leaves every other question as it is', () => {
    const world = new CoreWorld().start([taskOf(asker, { claims: [] })], { limit: 1, guards }).playUntil();
    assert.equal(askNow(world.state, world.run(asker)), world.run(asker).ask);
  });

  it('names a fault before the lane that came to nothing after it', () => {
    const world = new CoreWorld().start([taskOf(asker)], { limit: 1, guards }).playUntil();
    const failed: Ask = { kind: 'problem', problem: problem('lane.failed', 'It broke.') };
    const run = { ...world.run(asker), phase: 'needs-you', ask: failed } as const;
    const fault = problem('review.changed', 'A reviewer changed files.');
    assert.deepEqual(askNow(world.state, { ...run, faults: [] }), failed);
    assert.deepEqual(askNow(world.state, { ...run, faults: [fault] }), { kind: 'problem', problem: fault });
    const older = problem('review.late', 'A reviewer came too late.');
    const newest = askNow(world.state, { ...run, faults: [older, fault] });
    assert.deepEqual(newest, { kind: 'problem', problem: fault }, 'the newest one');
    const cap: Ask = { kind: 'problem', problem: problem('loop.roundCap', 'Too many.') };
    assert.deepEqual(askNow(world.state, { ...run, ask: cap, faults: [fault] }), cap);
  });
});
