import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import { autoLoopState } from '../../../../src/app/projections/autoLoopState.ts';
import type { Effect } from '../../../../src/core/effect.ts';
import { isActive } from '../../../../src/core/loop/phases.ts';
import type { LoopOptions } from '../../../../src/core/loop/types.ts';
import type { Outcome } from '../../../../src/core/outcome.ts';
import type { Task } from '../../../../src/core/task/types.ts';
import { CoreWorld, host, loopOptions, reviewed, taskOf } from '../../../builders/core.ts';
import { privacy } from '../../../builders/privacy.ts';

const none = { target: null, maxBlockers: null, maxMs: 0 };
/** A loop that is to take so many tasks, and one to the end of its queue, as the settings have them. */
const bounded = (limit: number): Partial<LoopOptions> => ({ limit, guards: { ...none, stopsBlocked: true } });
const infinite: Partial<LoopOptions> = { limit: null, guards: { ...none, maxBlockers: 3 } };

/** What becomes of a task: `claims` asks a person, `rejected` uses up its rounds, `writer` and `held` never get that far. */
type Fate = 'good' | 'claims' | 'rejected' | 'writer';
const fateOf = ({ title }: Pick<Task, 'title'>): string => title;

const queueOf = (...fates: readonly Fate[]): readonly Task[] =>
  fates.map((fate, n) => {
    const id = `T-2026-${String(n + 1).padStart(4, '0')}`;
    return taskOf(id, { title: fate, priority: n, claims: fate === 'claims' ? [] : [`${id}.txt`] });
  });

const laneFails = (code: string): Outcome => ({
  kind: 'runLane',
  outcome: { kind: 'failed', problem: problem(code, 'It failed.') },
  review: null,
});

function outcomeOf(world: CoreWorld, effect: Effect): Outcome {
  const run = world.state.runs[effect.run ?? ''];
  const job = effect.kind === 'runLane' ? run?.jobs.find((one) => one.id === effect.job) : undefined;
  if (run && job?.kind === 'implement' && fateOf(run.task) === 'writer') return laneFails('lane.failed');
  if (run && job?.kind === 'review' && fateOf(run.task) === 'rejected') return reviewed('not-pass');
  return world.success(effect);
}

function play(world: CoreWorld): CoreWorld {
  for (let steps = 0; world.open().length > 0; steps++) {
    assert.ok(steps < 5000, 'does not end');
    const [effect] = world.open();
    if (effect) world.settle(effect, outcomeOf(world, effect));
  }
  return world;
}

const loopOf = (world: CoreWorld) => Object.values(world.state.loops).at(-1)!;

interface Ledger {
  readonly decision: string;
  readonly cycles: readonly object[];
  readonly blockers: readonly string[];
}

/** What the ledger says of a loop that has ended. */
const told = (world: CoreWorld) => {
  const [projection] = autoLoopState(world.state);
  const text = projection?.render({ seq: world.state.seq, at: world.state.updatedAt, privacy }) ?? 'null';
  const { decision, cycles, blockers }: Ledger = JSON.parse(text);
  return { decision, cycles: cycles.length, halted: loopOf(world).halted?.code ?? null, blocked: blockers.length > 0 };
};

describe('what ends a loop (T101 to T103, T109)', () => {
  const rows: readonly (readonly [
    name: string,
    options: Partial<LoopOptions>,
    fates: readonly Fate[],
    decision: string,
    cycles: number,
    halted: string | null,
  ])[] = [
    [
      'T101: a bounded loop ends with the first task that only a person can help',
      bounded(3),
      ['claims', 'good', 'good'],
      'blocked',
      1,
      'loop.taskBlocked',
    ],
    ['T101: and not with one whose repair failed', bounded(3), ['rejected', 'good', 'good'], 'blocked', 3, null],
    ['T101: nor with one whose lane came to nothing', bounded(2), ['writer', 'good'], 'blocked', 2, null],
    [
      'T101: three in a row end one to the end of its queue',
      infinite,
      ['claims', 'rejected', 'claims', 'good'],
      'blocked',
      3,
      'loop.blockersInARow',
    ],
    [
      'T101: a completed one among them begins the row anew',
      infinite,
      ['claims', 'claims', 'good', 'claims', 'claims'],
      'partial',
      5,
      null,
    ],
    ['T102: a queue that holds nothing is done', infinite, [], 'limit-reached', 0, null],
  ];
  for (const [name, options, fates, decision, cycles, halted] of rows)
    it(name, () => {
      const world = play(new CoreWorld().start(queueOf(...fates), options));
      const end = told(world);
      assert.deepEqual([end.decision, end.cycles, end.halted], [decision, cycles, halted]);
      assert.equal(loopOf(world).state, 'ended');
      assert.equal(end.blocked, decision !== 'limit-reached');
    });

  it('T102: a bounded loop on a queue that holds nothing is not begun', () => {
    const world = new CoreWorld();
    const started = world.do({ type: 'startLoop', options: loopOptions(bounded(2)), claims: {} });
    assert.ok(!started.ok);
    assert.equal(started.error.code, 'queue.nothingReady');
  });

  it('T101: what is in flight beside a blocked task goes on to its end, and an answer lets the loop go on', () => {
    const world = new CoreWorld().start(queueOf('good', 'claims', 'good'), { ...bounded(3), pool: 2 });
    play(world);
    assert.deepEqual([loopOf(world).taken.length, loopOf(world).outcome], [2, 'blocked']);
    assert.deepEqual(
      loopOf(world).cycles?.map(({ outcome }) => outcome),
      ['deferred', 'completed'],
    );
    world.do({ type: 'resumeLoop' });
    play(world);
    assert.deepEqual([loopOf(world).taken.length, loopOf(world).cycles?.length], [3, 3]);
  });

  it('T103: a target counts what this loop completes, however much was completed before', () => {
    const world = play(new CoreWorld().start(queueOf('good', 'good', 'good', 'good', 'good', 'good'), bounded(5)));
    assert.equal(told(world).cycles, 5);
    world.do({ type: 'startLoop', options: loopOptions({ limit: null, guards: { ...none, target: 1 } }), claims: {} });
    play(world);
    assert.deepEqual([told(world).decision, told(world).cycles], ['limit-reached', 1]);
  });

  it('T109: a target of two begins nothing beside one in flight once one is completed, and another when that is deferred', () => {
    const world = new CoreWorld().start(queueOf('good', 'rejected', 'good'), {
      limit: null,
      pool: 2,
      guards: { ...none, target: 2 },
    });
    const flying = (): number => Object.values(world.state.runs).filter(isActive).length;
    const begun: string[] = [];
    for (let n = 0; world.open().length > 0; n++) {
      assert.ok(n < 1000);
      // The first is done as soon as it can be.
      const effect = world.open().find((one) => one.run === world.run('T-2026-0001').id) ?? world.open()[0];
      assert.ok(effect);
      world.settle(effect, outcomeOf(world, effect));
      begun.push(`${loopOf(world).taken.length} begun, ${flying()} in flight`);
    }
    assert.ok(begun.includes('2 begun, 1 in flight') && !begun.includes('3 begun, 2 in flight'));
    assert.deepEqual([loopOf(world).taken.length, told(world).decision], [3, 'limit-reached']);
  });
});

it('a resumed loop tells of what still asks, and does not end by what was seen already', () => {
  const world = play(new CoreWorld().start(queueOf('claims', 'good', 'good'), bounded(3)));
  assert.deepEqual(loopOf(world).blockedBy, ['T-2026-0001']);
  world.crash();
  world.do({ type: 'resumeLoop' });
  world.do({ type: 'renewLeases', awakeMs: world.awakeMs }, host);
  play(world);
  assert.deepEqual(
    [loopOf(world).taken.length, loopOf(world).outcome, loopOf(world).halted],
    [3, 'blocked', undefined],
  );
});
