import assert from 'node:assert/strict';
import { problem } from '../../../src/base/problem.ts';
import type { Command } from '../../../src/core/command.ts';
import type { DomainEvent } from '../../../src/core/event.ts';
import { CoreWorld, failedWith, host, job, reviewed, taskOf } from '../../builders/core.ts';
import { codeOf, eventsOf, types } from '../../builders/coreCommands.ts';

describe('settleEffect', () => {
  it('takes no outcome twice, and none of an effect that nobody asked for', () => {
    const world = new CoreWorld().start();
    const [prepare] = world.open();
    world.settle(prepare!);
    const seq = world.state.seq;
    assert.deepEqual(world.settle(prepare!), []);
    assert.deepEqual(
      eventsOf(world, { type: 'settleEffect', effect: 'none', outcome: { kind: 'createWorktree' } }, host),
      [],
    );
    assert.equal(world.state.seq, seq);
  });

  for (const kind of ['prepareRun', 'createWorktree', 'runLane', 'capturePatch', 'commitPatch', 'runChecks'] as const)
    it(`takes an outcome of another kind for ${kind} as a failure`, () => {
      const world = new CoreWorld().start().playUntil(kind);
      world.settle(world.open(kind)[0]!, { kind: 'mergeLocally' });
      world.playUntil();
      assert.equal(world.run().phase, 'needs-you');
      const { ask } = world.run();
      assert.equal(ask?.kind === 'problem' && ask.problem.code, 'effect.mismatch');
    });

  it('never takes a repeated report for a second verdict', () => {
    const world = new CoreWorld().start().playUntil('commitPatch');
    world.settle(world.open('commitPatch')[0]!);
    world.playUntil('runLane');
    const [lane] = world.open('runLane');
    world.settle(lane!);
    const before = world.run().verdicts.length;
    world.settle(lane!, reviewed('not-pass'));
    assert.equal(world.run().verdicts.length, before);
  });
});

describe('other commands', () => {
  it('record a queue only where it changed', () => {
    const world = new CoreWorld();
    const read = (tasks: readonly ReturnType<typeof taskOf>[]): readonly DomainEvent[] =>
      eventsOf(world, { type: 'readQueue', tasks, problems: [] }, host);
    const [a, b] = [taskOf('A'), taskOf('B')];
    assert.equal(read([a, b]).length, 1);
    assert.deepEqual(read([a, b]), []);
    const [event] = read([b, taskOf('A', { title: 'New' })]);
    assert.deepEqual(event?.type === 'queueChanged' && [event.changed.map((task) => task.id), event.order], [
      ['A'],
      ['B', 'A'],
    ]);
    read([b]);
    assert.deepEqual(
      world.state.queue.tasks.map((task) => task.id),
      ['B'],
    );
    read([b, a]);
    assert.equal(world.state.queue.tasks[1]?.title, 'Task A');
  });

  it('record a run with the task as it stood, whatever the queue becomes', () => {
    const world = new CoreWorld().start([taskOf('A')]);
    world.do({ type: 'readQueue', tasks: [taskOf('A', { claims: ['**'] })], problems: [] });
    assert.deepEqual(world.run().claims, ['A.txt']);
  });

  it('record only refs that moved', () => {
    const world = new CoreWorld();
    assert.equal(eventsOf(world, { type: 'observeRefs', refs: { a: '1', b: '1' } }, host).length, 1);
    assert.deepEqual(eventsOf(world, { type: 'observeRefs', refs: { a: '1' } }, host), []);
    const [event] = eventsOf(world, { type: 'observeRefs', refs: { a: '2', b: '1' } }, host);
    assert.deepEqual(event, { type: 'refsObserved', refs: { a: '2' } });
  });

  it('renew a lease only in its last half', () => {
    const world = new CoreWorld().start().playUntil('runLane');
    const renew = (awakeMs: number): readonly DomainEvent[] => eventsOf(world, { type: 'renewLeases', awakeMs }, host);
    assert.deepEqual(renew(30_000), []);
    assert.equal(renew(30_001).length, 1);
    assert.equal(Object.values(world.state.leases)[0]?.expiresAwake, 90_001);
  });

  it('ignore a signal about a job that is unknown or has ended', () => {
    const world = new CoreWorld().start().playUntil('runLane');
    const signal = (id: string): readonly DomainEvent[] =>
      eventsOf(world, { type: 'reportProgress', job: id, kind: 'progress', text: 'x' }, job);
    const id = world.run().jobs[0]!.id;
    assert.deepEqual(types(signal(id)), ['jobSignalled']);
    assert.deepEqual(Object.keys(world.state.signals), [id]);
    world.settle(world.open('runLane')[0]!);
    assert.deepEqual([signal(id), signal('none'), world.state.signals], [[], [], {}]);
  });

  it('make one worktree of a branch, and again when it failed', () => {
    const world = new CoreWorld();
    const make: Command = { type: 'createWorktree', path: '/w', branch: 'b', commit: 'c' };
    assert.deepEqual(types(eventsOf(world, make)), ['worktreeAdded', 'effectRequested']);
    assert.equal(codeOf(world, make), 'worktree.exists');
    world.settle(world.open()[0]!, failedWith(problem('x', 'X.')));
    assert.equal(codeOf(world, make), 'ok');
    world.settle(world.open()[0]!);
    assert.equal(codeOf(world, make), 'worktree.exists');
  });

  it('note who started an effect, unless it is settled', () => {
    const world = new CoreWorld().start();
    const [prepare] = world.open();
    eventsOf(world, { type: 'startEffect', effect: prepare!.id, epoch: 7 }, host);
    assert.equal(world.state.effects[prepare!.id]?.startedBy, 7);
    world.settle(prepare!);
    assert.deepEqual(eventsOf(world, { type: 'startEffect', effect: prepare!.id, epoch: 7 }, host), []);
  });
});
