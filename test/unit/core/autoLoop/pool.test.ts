import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Effect } from '../../../../src/core/effect.ts';
import { isActive } from '../../../../src/core/loop/phases.ts';
import type { LoopOptions } from '../../../../src/core/loop/types.ts';
import type { Outcome } from '../../../../src/core/outcome.ts';
import type { Task } from '../../../../src/core/task/types.ts';
import { CoreWorld, failedWith, host, laneEnds, loopOptions, reviewed, taskOf } from '../../../builders/core.ts';

const guards = { target: null, maxBlockers: null, maxMs: 0 };
const openEnded = (changes: Partial<LoopOptions> = {}): Partial<LoopOptions> => ({ limit: null, guards, ...changes });
const name = (n: number): string => `T-2026-${String(n).padStart(4, '0')}`;

/** What becomes of a task, whenever it is worked on. */
const fates = ['good', 'good', 'good', 'writer', 'reviewer', 'checks', 'claims', 'shared', 'capture'] as const;
const fateOf = (task: string): (typeof fates)[number] => fates[Number(task.slice(-4)) % fates.length] ?? 'good';

const tasks: readonly Task[] = Array.from({ length: 50 }, (_, n) => {
  const id = name(n);
  const claims =
    fateOf(id) === 'claims' ? [] : fateOf(id) === 'shared' ? [`${name(n - 7)}.txt`, 'shared.txt'] : [`${id}.txt`];
  return taskOf(id, { claims, priority: n % 3 });
});

function outcomeOf(world: CoreWorld, effect: Effect): Outcome {
  const run = world.state.runs[effect.run ?? ''];
  const fate = run ? fateOf(run.task.id) : 'good';
  const job = effect.kind === 'runLane' ? run?.jobs.find((one) => one.id === effect.job) : undefined;
  if (job?.kind === 'implement' && fate === 'writer') return laneEnds('failed');
  if (job?.kind === 'review' && fate === 'reviewer') return reviewed('not-pass');
  if (effect.kind === 'capturePatch' && fate === 'capture') return failedWith();
  const good = world.success(effect);
  return good.kind === 'runChecks' && fate === 'checks'
    ? { ...good, results: good.results.map((one) => ({ ...one, outcome: 'failed' as const, exitCode: 1 })) }
    : good;
}

/** Plays a loop to its end; `pick` says which of the open effects ends next. */
function play(world: CoreWorld, pick: (open: number) => number, pool: number): void {
  for (let steps = 0; world.open().length > 0; steps++) {
    assert.ok(steps < 20_000, 'does not end');
    const open = world.open();
    const effect = open[pick(open.length)];
    if (effect) world.settle(effect, outcomeOf(world, effect));
    const flying = Object.values(world.state.runs).filter(isActive);
    assert.ok(flying.length <= pool, 'more at once than the pool holds');
    const files = flying.flatMap((run) => run.claims);
    assert.equal(new Set(files).size, files.length, 'two at once want one file');
  }
}

const loopOf = (world: CoreWorld) => Object.values(world.state.loops)[0]!;
const cyclesOf = (world: CoreWorld): readonly string[] =>
  (loopOf(world).cycles ?? []).map(({ task, outcome }) => `${task} ${outcome}`).toSorted();
const told = (world: CoreWorld, type: string): number => world.log.filter(({ event }) => event.type === type).length;

describe('a loop with several tasks at once', () => {
  it('comes to the same for each task as one at a time, in whatever order its work ends', function () {
    this.timeout(120_000);
    const alone = new CoreWorld().start(tasks, openEnded({ pool: 1 }));
    play(alone, () => 0, 1);
    const wanted = cyclesOf(alone);
    const begun = tasks.filter(({ id }) => fateOf(id) !== 'shared').length;
    assert.equal(wanted.length, begun, 'whose files those hold that wait for a person is not begun');
    assert.equal(wanted.filter((one) => one.endsWith('completed')).length, 18);
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 6 }), fc.infiniteStream(fc.nat()), fc.boolean(), (pool, picks, dies) => {
        const world = new CoreWorld().start(tasks, openEnded({ pool }));
        let steps = 0;
        play(
          world,
          (open) => {
            steps += 1;
            if (dies && steps % 50 === 0) world.crash();
            return (picks.next().value ?? 0) % open;
          },
          pool,
        );
        assert.deepEqual(cyclesOf(world), wanted);
        assert.deepEqual([loopOf(world).state, loopOf(world).outcome], ['ended', 'blocked']);
        assert.equal(told(world, 'runStarted'), begun, 'each is begun once');
        assert.equal(told(world, 'cycleSettled'), begun, 'none is counted twice');
      }),
      { numRuns: Number(process.env['MAM_SEEDS'] ?? 4) },
    );
  });

  it('fills the pool at once and never works on two serial tasks', () => {
    const queueLanes = { serialWords: ['release'], surfaces: [] };
    const world = new CoreWorld().start(
      [taskOf(name(0), { title: 'A release' }), taskOf(name(1), { title: 'Another release' }), taskOf(name(2))],
      openEnded({ pool: 3, queueLanes }),
    );
    const taken = (): readonly string[] => [...loopOf(world).taken];
    assert.deepEqual(taken(), [name(0), name(2)]);
    for (let n = 0; taken().length < 3; n++) {
      assert.ok(n < 200);
      const effect = world.open()[0];
      assert.ok(effect);
      world.settle(effect);
    }
    assert.equal(world.run(name(0)).phase, 'waiting');
  });

  it('completes no more than its target, counts its own completions only, and begins another for one that fails', () => {
    const queue = [name(3), name(0), name(1), name(2)].map((id, n) => taskOf(id, { priority: n }));
    const world = new CoreWorld().start(queue, openEnded({ pool: 3, guards: { ...guards, target: 2 } }));
    assert.deepEqual(loopOf(world).taken, [name(3), name(0)], 'two in flight are enough');
    play(world, (open) => open - 1, 2);
    assert.deepEqual(cyclesOf(world), [`${name(0)} completed`, `${name(1)} completed`, `${name(3)} deferred`]);
    assert.equal(loopOf(world).outcome, 'completed');
    world.do({ type: 'startLoop', options: loopOptions(openEnded({ guards: { ...guards, target: 1 } })), claims: {} });
    play(world, () => 0, 1);
    const second = Object.values(world.state.loops)[1];
    assert.deepEqual([second?.taken, second?.outcome], [[name(2)], 'completed']);
  });

  const rows: readonly (readonly [kind: string, ids: readonly number[], cycles: number, halted: boolean])[] = [
    ['three in a row', [3, 12, 21, 0], 3, true],
    ['two, one completed, two', [3, 12, 0, 21, 30], 5, false],
  ];
  for (const [kind, ids, cycles, halted] of rows)
    it(`is ${halted ? '' : 'not '}ended by ${kind}`, () => {
      const queue = ids.map((id, n) => taskOf(name(id), { priority: n }));
      const world = new CoreWorld().start(queue, openEnded({ guards: { ...guards, maxBlockers: 3 } }));
      play(world, () => 0, 1);
      const loop = loopOf(world);
      assert.deepEqual(
        [loop.cycles?.length, loop.outcome, loop.halted?.code],
        [cycles, 'blocked', halted ? 'loop.blockersInARow' : undefined],
      );
    });

  it('ends by itself with its queue', () => {
    const world = new CoreWorld().start([taskOf(name(0)), taskOf(name(9))], openEnded({ pool: 2 }));
    play(world, () => 0, 2);
    assert.deepEqual([loopOf(world).state, loopOf(world).outcome], ['ended', 'completed']);
  });

  it('begins nothing once its time is up, lets what is in flight go on, and goes on when a person says so', () => {
    const queue = [taskOf(name(0)), taskOf(name(1)), taskOf(name(2))];
    const world = new CoreWorld();
    world.awakeMs = 5000;
    world.start(queue, openEnded({ guards: { ...guards, maxMs: 60_000 } }));
    world.awakeMs = 65_000;
    world.do({ type: 'renewLeases', awakeMs: world.awakeMs }, host);
    assert.equal(loopOf(world).halted?.code, 'loop.wallClock');
    play(world, () => 0, 1);
    assert.deepEqual([cyclesOf(world), loopOf(world).outcome], [[`${name(0)} completed`], 'blocked']);
    assert.ok(world.do({ type: 'resumeLoop' }).ok);
    assert.equal(loopOf(world).halted, undefined);
    play(world, () => 0, 1);
    assert.deepEqual([cyclesOf(world).length, loopOf(world).outcome], [3, 'completed']);
  });

  it('counts a deferred task as completed once a person helped it to an open gate', () => {
    const world = new CoreWorld().start([taskOf(name(0), { claims: [] }), taskOf(name(1))], openEnded());
    play(world, () => 0, 1);
    assert.deepEqual(cyclesOf(world), [`${name(0)} deferred`, `${name(1)} completed`]);
    world.do({ type: 'setClaims', run: world.run(name(0)).id, claims: ['a.txt'] });
    world.do({ type: 'resumeLoop' });
    play(world, () => 0, 1);
    assert.deepEqual(cyclesOf(world), [`${name(0)} completed`, `${name(1)} completed`]);
  });
});
