import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import { couldBegin } from '../../../../src/core/autoLoop/couldBegin.ts';
import { isActive } from '../../../../src/core/loop/phases.ts';
import type { LoopOptions } from '../../../../src/core/loop/types.ts';
import type { Outcome } from '../../../../src/core/outcome.ts';
import { CoreWorld, host, taskOf } from '../../../builders/core.ts';

const guards = { target: null, maxBlockers: null, maxMs: 0 };
const queue = Array.from({ length: 5 }, (_, n) => taskOf(`T-2026-000${n + 1}`, { priority: n }));
const loopOf = (world: CoreWorld) => Object.values(world.state.loops).at(-1)!;
const begin = (changes: Partial<LoopOptions> = {}): CoreWorld =>
  new CoreWorld().start(queue, { limit: null, pool: 2, guards, ...changes });

describe('a loop that is to finish', () => {
  it('begins nothing more, lets its lanes come to their end, and goes on when a person says so', () => {
    const world = begin().playUntil('runLane');
    assert.ok(world.do({ type: 'finishLoop' }).ok);
    assert.equal(couldBegin(world.state, loopOf(world)), false);
    world.crash();
    world.playUntil();
    assert.deepEqual([loopOf(world).state, loopOf(world).outcome, loopOf(world).taken.length], ['ended', 'stopped', 2]);
    assert.deepEqual(
      loopOf(world).cycles?.map(({ outcome }) => outcome),
      ['completed', 'completed'],
    );
    assert.ok(world.do({ type: 'resumeLoop' }).ok);
    world.playUntil();
    assert.deepEqual([loopOf(world).outcome, loopOf(world).taken.length], ['completed', 5]);
  });

  it('may be resumed while its lanes run, or stopped after all', () => {
    const resumed = begin().playUntil('runLane');
    resumed.do({ type: 'finishLoop' });
    assert.ok(resumed.do({ type: 'resumeLoop' }).ok);
    resumed.playUntil();
    assert.equal(loopOf(resumed).taken.length, 5);
    const stopped = begin().playUntil('runLane');
    stopped.do({ type: 'finishLoop' });
    assert.ok(stopped.do({ type: 'stopLoop' }).ok);
    assert.equal(loopOf(stopped).state, 'stopping');
  });

  it('is asked so once, and not where none runs or knows it', () => {
    const world = begin();
    const codes = (loop?: string): string => {
      const done = world.do({ type: 'finishLoop', ...(loop === undefined ? {} : { loop }) });
      return done.ok ? `${done.value.length}` : done.error.code;
    };
    assert.deepEqual([codes(), codes(), codes('other')], ['1', '0', 'loop.unknown']);
    world.playUntil();
    assert.equal(codes(), 'loop.notRunning');
  });

  const rows: readonly (readonly [changes: Partial<LoopOptions>, could: boolean])[] = [
    [{}, true],
    [{ limit: 2 }, false],
    [{ limit: 3 }, true],
    [{ pool: 5 }, false],
    [{ tasks: ['T-2026-0001', 'T-2026-0002'] }, false],
    [{ tasks: ['T-2026-0001', 'T-2026-0002', 'T-2026-0003'] }, true],
  ];
  for (const [changes, could] of rows)
    it(`can be asked about ${could ? '' : 'not '}with ${JSON.stringify(changes)}`, () => {
      const world = begin(changes);
      assert.equal(couldBegin(world.state, loopOf(world)), could);
    });
});

describe('a task that is at work for long', () => {
  const told = (world: CoreWorld): readonly string[] =>
    (loopOf(world).overran ?? []).map(({ task, seconds }) => `${task} ${seconds}`);
  const pass = (world: CoreWorld, seconds: number): void => {
    world.awakeMs += seconds * 1000;
    world.do({ type: 'renewLeases', awakeMs: world.awakeMs }, host);
  };

  it('is told of once, and goes on', () => {
    const world = begin({ guards: { ...guards, taskMaxMs: 60_000 } }).playUntil('runLane');
    pass(world, 59);
    assert.deepEqual(told(world), []);
    pass(world, 1);
    world.crash();
    pass(world, 100);
    assert.deepEqual(told(world), ['T-2026-0001 60', 'T-2026-0002 60']);
    assert.equal(Object.values(world.state.runs).filter(isActive).length, 2);
    world.playUntil();
    assert.equal(loopOf(world).outcome, 'completed');
  });

  it('counts no rest, neither for a person nor for its next try', () => {
    const once = { taskMaxMs: 60_000, retry: { attempts: 2, backOffMs: 600_000 } };
    const world = begin({ limit: 2, guards: { ...guards, ...once } }).playUntil('runLane');
    pass(world, 50);
    const laneFails: Outcome = {
      kind: 'runLane',
      outcome: { kind: 'failed', problem: problem('lane.failed', 'It broke.') },
      review: null,
    };
    const run = world.open('runLane')[0]?.run ?? '';
    const phase = (): string | undefined => world.state.runs[run]?.phase;
    for (let n = 0; phase() !== 'retrying'; n++) {
      assert.ok(n < 20);
      const effect = world.open().find((one) => one.run === run);
      assert.ok(effect);
      world.settle(effect, effect.kind === 'runLane' ? laneFails : undefined);
    }
    pass(world, 601);
    assert.notEqual(phase(), 'retrying');
    world.crash();
    const late = (): boolean => told(world).includes(`${world.state.runs[run]?.task.id} 60`);
    assert.equal(late(), false);
    pass(world, 9);
    assert.equal(late(), false);
    pass(world, 1);
    assert.equal(late(), true);
  });

  it('is told of where a person said that several are at work, whatever the loop was started with', () => {
    const world = begin({ pool: 1, guards: { ...guards, taskMaxMs: 60_000 } }).playUntil('runLane');
    assert.ok(world.do({ type: 'setPool', size: 2 }).ok);
    pass(world, 60);
    assert.equal(told(world)[0], 'T-2026-0001 60');
  });

  it('is not where tasks are worked on one at a time', () => {
    const world = begin({ pool: 1, guards: { ...guards, taskMaxMs: 60_000 } }).playUntil('runLane');
    pass(world, 600);
    assert.deepEqual(told(world), []);
  });
});
