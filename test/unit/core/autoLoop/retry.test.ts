import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import type { Command } from '../../../../src/core/command.ts';
import type { Effect } from '../../../../src/core/effect.ts';
import type { LoopOptions, Run } from '../../../../src/core/loop/types.ts';
import type { Outcome } from '../../../../src/core/outcome.ts';
import { CoreWorld, host, reviewed, taskOf } from '../../../builders/core.ts';
import { passedOn } from '../../../builders/merges.ts';

const retry = { attempts: 3, backOffMs: 60_000 };
const guards = { target: null, maxBlockers: null, maxMs: 0, retry };

const laneFails: Outcome = {
  kind: 'runLane',
  outcome: { kind: 'failed', problem: problem('lane.failed', 'It broke.') },
  review: null,
};

const name = (n: number): string => `T-2026-000${n}`;

class Loop extends CoreWorld {
  /** How many lanes of a task fail before one does not, and whose. */
  fails: Readonly<Record<string, number>> = {};
  who: 'implement' | 'review' = 'implement';
  rejects = false;
  answer: (effect: Effect, run: Run | undefined) => Outcome | undefined = () => undefined;

  begin(tasks: number, changes: Partial<LoopOptions> = {}): this {
    const queue = Array.from({ length: tasks }, (_, n) => taskOf(name(n + 1), { priority: n }));
    return this.start(queue, { limit: null, guards, ...changes }).play();
  }

  play(): this {
    for (let n = 0; this.open().length > 0; n++) {
      assert.ok(n < 2000, 'does not end');
      const [effect] = this.open();
      if (effect) this.settle(effect, this.#outcomeOf(effect));
    }
    return this;
  }

  pass(seconds: number): this {
    this.awakeMs += seconds * 1000;
    this.do({ type: 'renewLeases', awakeMs: this.awakeMs }, host);
    return this.play();
  }

  #outcomeOf(effect: Effect): Outcome {
    const run = this.state.runs[effect.run ?? ''];
    const answer = this.answer(effect, run);
    if (answer) return answer;
    const lane = effect.kind === 'runLane' ? run?.jobs.find((one) => one.id === effect.job) : undefined;
    if (!run || lane === undefined) return this.success(effect);
    if (this.rejects && lane.kind === 'review') return reviewed('not-pass');
    const before = run.jobs.filter((one) => one.kind === this.who && one.ended?.outcome.kind === 'failed').length;
    return lane.kind === this.who && before < (this.fails[run.task.id] ?? 0) ? laneFails : this.success(effect);
  }

  get loop() {
    return Object.values(this.state.loops).at(-1)!;
  }

  told(type: string): number {
    return this.log.filter(({ event }) => event.type === type).length;
  }

  writers(task: string): number {
    return this.run(task).jobs.filter((one) => one.kind === 'implement').length;
  }
}

const failing = (fails: Readonly<Record<string, number>>, tasks = 2, changes: Partial<LoopOptions> = {}): Loop => {
  const world = new Loop();
  world.fails = fails;
  return world.begin(tasks, changes);
};

describe('a task whose agent failed', () => {
  it('is tried again after a while, which doubles, and asks nobody until its tries are used up', () => {
    const world = failing({ [name(1)]: 9 });
    const stands = (): readonly unknown[] => [world.run(name(1)).phase, world.writers(name(1)), world.told('runAsked')];
    assert.deepEqual(stands(), ['retrying', 1, 0]);
    assert.deepEqual([world.run(name(2)).phase, world.loop.state], ['waiting', 'running']);
    assert.deepEqual(world.pass(59) && stands(), ['retrying', 1, 0]);
    assert.deepEqual(world.pass(1) && stands(), ['retrying', 2, 0]);
    assert.deepEqual(world.pass(119) && stands(), ['retrying', 2, 0]);
    assert.deepEqual(world.pass(1) && stands(), ['needs-you', 3, 1]);
    assert.deepEqual([world.loop.state, world.loop.outcome, world.loop.cycles?.length], ['ended', 'blocked', 2]);
    assert.equal(world.told('retryPlanned'), 2);
  });

  it('is completed like any other where the next try does it, over a crash at any moment, and counted once', () => {
    const world = failing({ [name(1)]: 1 });
    world.crash();
    world.pass(30);
    world.crash();
    world.pass(30);
    assert.deepEqual([world.loop.outcome, world.writers(name(1)), world.told('cycleSettled')], ['completed', 2, 2]);
    world.crash();
    world.pass(300);
    assert.equal(world.writers(name(1)), 2);
  });

  it('leaves its place to others until then, and is begun when nothing new can be', () => {
    const world = failing({ [name(1)]: 1, [name(2)]: 1 }, 4, { pool: 1 });
    assert.deepEqual(world.loop.taken, [name(1), name(2), name(3), name(4)]);
    assert.deepEqual(
      [1, 2, 3, 4].map((n) => world.run(name(n)).phase),
      ['retrying', 'retrying', 'waiting', 'waiting'],
    );
    world.pass(60);
    assert.equal(world.loop.outcome, 'completed');
  });

  it('is one of a reviewer as well, whose commit stays', () => {
    const world = new Loop();
    world.who = 'review';
    world.fails = { [name(1)]: 4 };
    world.begin(1);
    assert.equal(world.run().phase, 'retrying');
    const head = world.run().change?.head;
    world.pass(60);
    assert.deepEqual([world.run().phase, world.run().change?.head, world.writers(name(1))], ['waiting', head, 1]);
  });

  it('is in no row of deferred tasks while it is tried', () => {
    const world = failing({ [name(1)]: 1, [name(2)]: 1, [name(3)]: 1 }, 3, { guards: { ...guards, maxBlockers: 2 } });
    assert.equal(world.loop.streak ?? 0, 0);
    world.pass(60);
    assert.equal(world.loop.outcome, 'completed');
  });

  it('is tried at once when a person goes on', () => {
    const world = failing({ [name(1)]: 1 }, 1);
    assert.ok(world.do({ type: 'resumeLoop' }).ok);
    world.play();
    assert.equal(world.loop.outcome, 'completed');
  });

  const ends: readonly (readonly [name: string, end: (world: Loop) => unknown, phase: string, outcome: string])[] = [
    ['stopped', (world) => world.do({ type: 'stopLoop' }), 'stopped', 'stopped'],
    ['let finish', (world) => world.do({ type: 'finishLoop' }), 'needs-you', 'stopped'],
    ['out of time', (world) => world.pass(30), 'needs-you', 'blocked'],
  ];
  for (const [how, end, phase, outcome] of ends)
    it(`waits for no further try once its loop is ${how}`, () => {
      const world = failing({ [name(1)]: 1 }, 1, { guards: { ...guards, maxMs: 30_000 } });
      end(world);
      assert.deepEqual([world.run().phase, world.loop.state, world.loop.outcome], [phase, 'ended', outcome]);
      world.pass(600);
      assert.equal(world.writers(name(1)), 1);
    });

  const decisions: readonly (readonly [name: string, command: (run: string) => Command])[] = [
    ['returned', (run) => ({ type: 'returnRun', run, comments: 'Do it so.' })],
    ['given up', (run) => ({ type: 'abandonRun', run })],
  ];
  for (const [how, command] of decisions)
    it(`can be ${how} while it waits for its next try`, () => {
      const world = failing({ [name(1)]: 1 }, 1);
      assert.equal(world.run().phase, 'retrying');
      assert.ok(world.do(command(world.run().id)).ok);
      world.play();
      world.pass(600);
      assert.equal(world.told('runContinued'), 0);
    });

  it('leaves no try to tasks that come after it in a loop that has begun all, until that is resumed', () => {
    const world = new Loop();
    world.fails = { [name(1)]: 9, [name(2)]: 9, [name(3)]: 9 };
    const tasks = [1, 2, 3].map((n) => taskOf(name(n), { claims: ['same.txt'], priority: n }));
    world.start(tasks, { limit: 3, pool: 2, guards: { ...guards, maxAttempts: 2, retry: { ...retry, backOffMs: 0 } } });
    world.play();
    const begun = (): number =>
      [1, 2, 3].reduce((sum, n) => sum + (world.loop.taken[n - 1] ? world.writers(name(n)) : 0), 0);
    assert.deepEqual(
      [begun() <= 2, world.loop.halted?.code, world.loop.outcome],
      [true, 'loop.triesUsedUp', 'blocked'],
    );
    world.do({ type: 'resumeLoop' });
    world.play();
    assert.ok(world.loop.taken.length > 2);
  });

  it('is tried no more once all tries of a loop are used up', () => {
    const world = failing({ [name(1)]: 9, [name(2)]: 9, [name(3)]: 9 }, 3, {
      limit: 3,
      guards: { ...guards, maxAttempts: 4 },
    });
    for (let n = 0; n < 10; n++) world.pass(600);
    const tries = [1, 2, 3].map((n) => world.writers(name(n)));
    assert.equal(
      tries.reduce((sum, one) => sum + one, 0),
      4,
    );
    assert.deepEqual([world.loop.state, world.loop.outcome], ['ended', 'blocked']);
  });
});

describe('what was found before another try', () => {
  /** The first lanes of the reviewer end so; the others pass. */
  const reviewerEnds = (ends: readonly Outcome[], check?: 'failed'): Loop => {
    const world = new Loop();
    const left = [...ends];
    const isChecked = { done: check === undefined };
    world.answer = (effect, run) => {
      if (effect.kind === 'runChecks' && !isChecked.done) {
        isChecked.done = true;
        const results = effect.checks.map((one) => ({ ...passedOn(effect.head, one), outcome: 'failed' as const }));
        return { kind: 'runChecks', results };
      }
      const lane = effect.kind === 'runLane' ? run?.jobs.find((one) => one.id === effect.job) : undefined;
      return lane?.session === 'reviewer' ? left.shift() : undefined;
    };
    return world.begin(1);
  };

  it('asks a person where a reviewer broke trust, whose later lane failed', () => {
    const world = reviewerEnds([reviewed('pass', true), laneFails]);
    assert.deepEqual([world.run().phase, world.told('retryPlanned'), world.told('runAsked')], ['needs-you', 0, 1]);
    for (let n = 0; n < 5; n++) world.pass(600);
    assert.deepEqual([world.run().faults.length, world.run().gate?.open ?? false], [1, false]);
  });

  it('keeps a check that failed as it is, whose commit is the same', () => {
    const world = reviewerEnds([laneFails, laneFails], 'failed');
    assert.equal(world.run().phase, 'retrying');
    const { change } = world.run();
    world.pass(60);
    const outcomes = world.run().results.filter(({ head }) => head === change?.head);
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ['failed'],
    );
    assert.ok(world.run().change?.head !== change?.head || !world.run().gate?.open);
  });

  it('is looked at anew when a person goes on instead', () => {
    const world = reviewerEnds([laneFails, laneFails], 'failed');
    world.do({ type: 'resumeLoop' });
    world.play();
    assert.deepEqual([world.run().phase, world.run().gate?.open], ['waiting', true]);
  });
});

describe('a task that is not tried again', () => {
  it('was rejected in all its rounds', () => {
    const world = new Loop();
    world.rejects = true;
    world.begin(1);
    assert.deepEqual([world.run().phase, world.told('retryPlanned')], ['needs-you', 0]);
  });

  it('asks what only a person can tell', () => {
    const world = new Loop().start([taskOf(name(1), { claims: [] })], { limit: null, guards }).playUntil();
    assert.deepEqual([world.run().phase, world.told('retryPlanned')], ['needs-you', 0]);
  });
});

it('files that somebody else holds are waited for, and no writer begins anew for them', () => {
  const world = new Loop();
  const held = taskOf(name(2), { claims: ['shared.txt'] });
  world.start([taskOf(name(1), { claims: ['shared.txt'] }), held], { limit: 2, guards }).play();
  assert.deepEqual([world.run(name(2)).phase, world.writers(name(2))], ['retrying', 0]);
  world.do({ type: 'abandonRun', run: world.run(name(1)).id });
  world.play();
  world.pass(60);
  assert.deepEqual([world.run(name(2)).phase, world.writers(name(2))], ['waiting', 1]);
});
