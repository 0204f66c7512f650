import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Recorded } from '../../../../src/core/event.ts';
import { evolve } from '../../../../src/core/evolve.ts';
import { isActive } from '../../../../src/core/loop/phases.ts';
import type { LoopOptions } from '../../../../src/core/loop/types.ts';
import { isSeveral, poolSize } from '../../../../src/core/poolTune/poolSize.ts';
import { stepPool } from '../../../../src/core/poolTune/stepPool.ts';
import { emptyState, type State } from '../../../../src/core/state.ts';
import { problem } from '../../../../src/base/problem.ts';
import { CoreWorld, host, job, laneEnds, laneLimited, reviewed, taskOf } from '../../../builders/core.ts';
import { codeOf } from '../../../builders/coreCommands.ts';

const name = (n: number): string => `T-2026-${String(n).padStart(4, '0')}`;
const tasks = Array.from({ length: 24 }, (_, n) =>
  taskOf(name(n), { claims: [n % 7 === 6 ? 'shared.txt' : `${n}.txt`] }),
);
const options = (changes: Partial<LoopOptions> = {}): Partial<LoopOptions> => ({
  limit: null,
  guards: { target: null, maxBlockers: null, maxMs: 0 },
  pool: 2,
  poolTerms: { min: 1, max: 4, cooldown: 1, agree: 2 },
  ...changes,
});
/** One at a time, and nothing moves that. */
const plain = (changes: Partial<LoopOptions> = {}): Partial<LoopOptions> => {
  const { poolTerms: _, ...rest } = options({ pool: 1, ...changes });
  return rest;
};
const loopOf = ({ state }: Pick<CoreWorld, 'state'>) => Object.values(state.loops)[0]!;
const flyingIn = ({ state }: CoreWorld): number => Object.values(state.runs).filter(isActive).length;

/** Plays to the end; the numbers say which effect ends next and how, and what the machine says meanwhile. */
function play(world: CoreWorld, numbers: Iterator<number>): void {
  const next = (): number => numbers.next().value ?? 0;
  for (let steps = 0; world.open().length > 0; steps++) {
    assert.ok(steps < 20_000, 'does not end');
    const open = world.open();
    const effect = open[next() % open.length]!;
    const fate = next() % 12;
    world.sample = { load: (next() % 30) / 10, conflicts: next() % 9 === 0 ? 1 : null };
    world.at = new Date(Date.parse(world.at) + (next() % 60) * 1000).toISOString().replace('.000Z', 'Z');
    const run = world.state.runs[effect.run ?? ''];
    const kind = effect.kind === 'runLane' ? run?.jobs.find((one) => one.id === effect.job)?.kind : undefined;
    if (kind === 'implement' && fate === 0) world.settle(effect, laneEnds('failed'));
    else if (kind === 'review' && fate === 0) world.settle(effect, reviewed('not-pass'));
    else if (kind === 'review' && fate === 1) world.settle(effect, laneLimited('2026-01-31T12:00:01Z'));
    else world.settle(effect);
    if (steps % 40 === 39) world.crash();
    if (world.open().length === 0 && loopOf(world).state !== 'ended') passTime(world);
  }
}

/** A loop that met a usage limit goes on once its time is over. */
function passTime(world: CoreWorld): void {
  world.at = new Date(Date.parse(world.at) + 3_600_000).toISOString().replace('.000Z', 'Z');
  world.awakeMs += 3_600_000;
  world.do({ type: 'renewLeases', awakeMs: world.awakeMs }, host);
}

/** Every decision of a log, made again from the log alone. */
function decideAgain(log: readonly Recorded[]): readonly (readonly [made: unknown, again: unknown])[] {
  let state: State = emptyState;
  const pairs: (readonly [unknown, unknown])[] = [];
  for (const one of log) {
    if (one.event.type === 'poolTuned') {
      const { load, conflicts } = one.event.tuning.observed;
      const context = { at: one.at, samplePool: () => ({ load, conflicts }) };
      pairs.push([[one.event], stepPool(state, state.loops[one.event.loop]!, context)]);
    }
    state = evolve(state, one);
  }
  return pairs;
}

describe('a loop that moves how many tasks it works on at once', () => {
  it('decides the same from its log alone, keeps to its bounds, and ends nothing for it', function () {
    this.timeout(60_000);
    let moves = 0;
    // A loop that meets one limit twice right away asks before there is anything to decide on.
    let decided = 0;
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(1000)), (numbers) => {
        const world = new CoreWorld().start(tasks, options());
        play(world, numbers[Symbol.iterator]());
        const again = decideAgain(world.log);
        for (const [made, second] of again) assert.deepEqual(second, made);
        decided += again.length > 0 ? 1 : 0;
        let state: State = emptyState;
        for (const one of world.log) {
          const before = Object.values(state.runs).filter(isActive).length;
          state = evolve(state, one);
          if (one.event.type === 'poolTuned') {
            const { from, to } = one.event.tuning;
            moves += from === to ? 0 : 1;
            assert.ok(to >= 1 && to <= 4);
            assert.equal(Object.values(state.runs).filter(isActive).length, before, 'something in flight was ended');
          }
          if (one.event.type === 'runStarted')
            assert.ok(before < poolSize(state.loops[one.event.loop]!), 'begun beyond the number');
        }
      }),
      { numRuns: 40 },
    );
    assert.ok(moves > 40, 'the number was moved');
    assert.ok(decided > 20, 'most loops decided something');
  });

  it('begins more once there is room', () => {
    const world = new CoreWorld().start(tasks, options());
    assert.equal(flyingIn(world), 2);
    while (poolSize(loopOf(world)) === 2) world.settle(world.open()[0]!);
    assert.equal(poolSize(loopOf(world)), 3);
    assert.equal(flyingIn(world), 3);
  });

  it('lets what is in flight go on when there are to be fewer', () => {
    const world = new CoreWorld().start(tasks, options({ pool: 4 }));
    world.sample = { load: 5, conflicts: null };
    while (poolSize(loopOf(world)) === 4) world.settle(world.open()[0]!);
    assert.deepEqual([poolSize(loopOf(world)), flyingIn(world)], [3, 3]);
    const stopped = world.log.filter(({ event }) => event.type === 'runStopped');
    assert.equal(stopped.length, 0);
  });

  it('is not moved without its terms', () => {
    const world = new CoreWorld().start(tasks.slice(0, 6), plain()).playUntil();
    assert.equal(world.log.filter(({ event }) => event.type === 'poolTuned').length, 0);
  });
});

describe('a person who says how many', () => {
  const tunings = (world: CoreWorld): number => world.log.filter(({ event }) => event.type === 'poolTuned').length;

  it('is followed at once, and it is moved no more', () => {
    const world = new CoreWorld().start(tasks, options());
    assert.ok(world.do({ type: 'setPool', size: 5 }).ok);
    assert.deepEqual([poolSize(loopOf(world)), flyingIn(world), loopOf(world).poolBy], [5, 5, 'test']);
    const before = tunings(world);
    world.playUntil();
    assert.equal(tunings(world), before);
  });

  it('may say fewer than work now, and nothing is ended for it', () => {
    const world = new CoreWorld().start(tasks, options({ pool: 4 }));
    assert.ok(world.do({ type: 'setPool', size: 1 }).ok);
    assert.deepEqual([poolSize(loopOf(world)), flyingIn(world)], [1, 4]);
    const begun = (): number => world.log.filter(({ event }) => event.type === 'runStarted').length;
    const before = begun();
    while (flyingIn(world) > 1) world.settle(world.open()[0]!);
    assert.equal(begun(), before, 'one more was begun too early');
  });

  it('counts as several at once from then on', () => {
    const world = new CoreWorld().start(tasks, plain());
    assert.equal(isSeveral(loopOf(world)), false);
    world.do({ type: 'setPool', size: 3 });
    assert.equal(isSeveral(loopOf(world)), true);
  });

  it('is refused what no loop can have', () => {
    const clamped = { wanted: 4, why: [problem('pool.windows', 'No.')] };
    const rows = [
      [new CoreWorld(), 2, 'pool.noLoop'],
      [new CoreWorld(), 0, 'pool.badSize'],
      [new CoreWorld(), 99, 'pool.badSize'],
      [new CoreWorld().start(tasks, options()), 0, 'pool.badSize'],
      [new CoreWorld().start(tasks, options()), 65, 'pool.badSize'],
      [new CoreWorld().start(tasks, options()), 1.5, 'pool.badSize'],
      [new CoreWorld().start(tasks, plain({ clamped })), 2, 'pool.windows'],
    ] as const;
    for (const [world, size, code] of rows) assert.equal(codeOf(world, { type: 'setPool', size }), code);
  });

  it('is a person', () => {
    const world = new CoreWorld().start(tasks, options());
    for (const actor of [host, job])
      assert.equal(codeOf(world, { type: 'setPool', size: 3 }, actor), 'actor.personOnly');
  });
});
