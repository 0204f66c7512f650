import assert from 'node:assert/strict';
import { nextUp } from '../../../../src/core/autoLoop/nextUp.ts';
import type { Loop } from '../../../../src/core/loop/types.ts';
import type { Task } from '../../../../src/core/task/types.ts';
import { CoreWorld, taskOf } from '../../../builders/core.ts';
import { tickLease } from '../../../builders/leases.ts';

const guards = { target: null, maxBlockers: 3, maxMs: 0 };
const ids = (n: number): string => `T-2026-000${n}`;
const task = (n: number, changes: Partial<Task> = {}): Task => taskOf(ids(n), changes);
const loopOf = (world: CoreWorld): Loop => Object.values(world.state.loops)[0]!;

describe('a task whose files somebody else holds', () => {
  const retries = [undefined, { attempts: 3, backOffMs: 60_000 }] as const;
  for (const retry of retries)
    it(`is not begun by a loop to the end, which goes on with the others${retry ? ', and spends no try' : ''}`, () => {
      const queue = [
        ...[1, 2, 3, 4].map((n) => task(n, { priority: 1, claims: ['same.ts'] })),
        ...[5, 6, 7].map((n) => task(n, { priority: 5 })),
      ];
      const options = { limit: null, pool: 2, guards: { ...guards, ...(retry ? { retry } : {}) } };
      const world = new CoreWorld().start(queue, options).playUntil();
      const loop = loopOf(world);
      assert.deepEqual(loop.taken, [1, 5, 6, 7].map(ids));
      assert.deepEqual([loop.state, loop.outcome, loop.halted?.code], ['ended', 'blocked', 'lease.overlap']);
      assert.equal(loop.halted?.params['holder'], ids(1));
      world.do({ type: 'approve', run: world.run(ids(1)).id, head: world.run(ids(1)).change!.head });
      world.do({ type: 'resumeLoop' });
      world.playUntil();
      assert.deepEqual(loopOf(world).taken, [1, 5, 6, 7, 2].map(ids));
    });

  it('is begun last by one that is to take so many, asks whom it waits for, and stops no other', () => {
    const queue = [task(1, { claims: ['src/a.ts'] }), task(2), task(3)];
    const world = new CoreWorld();
    world.append([{ type: 'leaseClaimed', lease: tickLease({ task: 'T-2026-0009', claims: ['src/a.ts'] }) }]);
    world.start(queue, { limit: 3, guards: { ...guards, maxBlockers: 1, stopsBlocked: true } });
    world.playUntil();
    const loop = loopOf(world);
    assert.deepEqual([loop.taken, loop.halted, loop.streak], [[2, 3, 1].map(ids), undefined, 0]);
    const { ask } = world.run(ids(1));
    assert.equal(ask?.kind === 'problem' && ask.problem.code, 'lease.overlap');
  });

  it('is waited for while its holder is at work', () => {
    const world = new CoreWorld().start([task(1, { claims: ['src/a.ts'] })], { tasks: [ids(1)], limit: 1 });
    world.playUntil('runLane');
    world.do({ type: 'readQueue', tasks: [task(1), task(2, { claims: ['src/**'] })], problems: [] });
    const second = { ...loopOf(world).options, tasks: null, limit: null, guards };
    world.append([{ type: 'loopStarted', loop: 'second', options: second, claims: {}, awakeMs: 0 }]);
    world.do({ type: 'renewLeases', awakeMs: 1 });
    assert.deepEqual([world.state.loops['second']?.state, world.state.loops['second']?.taken], ['running', []]);
    world.playUntil();
    assert.equal(world.state.loops['second']?.halted?.code, 'lease.overlap', 'now a person has to decide');
  });
});

describe('a task that does not fit beside those at work', () => {
  const narrow = (n: number): Task => task(n, { priority: 5, claims: [`src/f${n}.ts`] });

  it('keeps its place: nothing that is in its way is begun before it', () => {
    const first = task(1, { priority: 0, claims: ['src/a.ts'] });
    const wide = task(2, { priority: 0, claims: ['src/**'] });
    const world = new CoreWorld().start([first, wide, ...[3, 4, 5].map(narrow), task(6, { priority: 9 })], {
      limit: null,
      pool: 2,
      guards,
    });
    assert.deepEqual(loopOf(world).taken, [1, 6].map(ids), 'what is in nobody’s way is begun meanwhile');
    const free = { ...world.state, leases: {} };
    assert.equal(nextUp(free, loopOf(world), [world.run(ids(6))]).task?.id, ids(2), 'once its place is free');
  });

  it('holds up nothing while a person keeps it from its files anyway', () => {
    const world = new CoreWorld();
    world.append([{ type: 'leaseClaimed', lease: tickLease({ task: 'T-2026-0009', claims: ['src/held.ts'] }) }]);
    world.start([task(1, { claims: ['src/a.ts'] }), task(2, { claims: ['src/**'] }), narrow(3)], {
      limit: null,
      pool: 2,
      guards,
    });
    assert.deepEqual(loopOf(world).taken, [1, 3].map(ids));
  });
});

it('looks anew at a task that was written anew, with the same claims', () => {
  const queueLanes = { serialWords: ['release'], surfaces: [] };
  const world = new CoreWorld().start([task(1, { title: 'A release' }), task(2, { title: 'Another release' })], {
    limit: null,
    pool: 2,
    guards,
    queueLanes,
  });
  assert.deepEqual(loopOf(world).taken, [ids(1)]);
  const [, second] = world.state.queue.tasks;
  world.do({ type: 'readQueue', tasks: [{ ...second!, title: 'Something else' }], problems: [] });
  assert.deepEqual(loopOf(world).taken, [1, 2].map(ids));
});
