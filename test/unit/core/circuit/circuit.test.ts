import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import type { Effect } from '../../../../src/core/effect.ts';
import type { LoopOptions } from '../../../../src/core/loop/types.ts';
import type { Outcome } from '../../../../src/core/outcome.ts';
import { batchPlan, batchSeat, newestBatch, startBatch } from '../../../builders/batch.ts';
import { CoreWorld, host, laneEnds, laneLimited, reviewed, taskOf } from '../../../builders/core.ts';

const breaker = { failures: 3, backOffMs: 60_000 };
const guards = { target: null, maxBlockers: null, maxMs: 0, breaker };
const queue = Array.from({ length: 9 }, (_, n) => taskOf(`T-2026-000${n + 1}`, { priority: n }));

const laneFails = (code: string): Outcome => ({
  kind: 'runLane',
  outcome: { kind: 'failed', problem: problem(code, 'It broke.') },
  review: null,
});

/** What becomes of each lane: by its agent and the task it is about. */
type Fate = (agent: string, task: string) => Outcome | null;
const codexFails: Fate = (agent) => (agent === 'codex' ? laneFails('lane.failed') : null);

class Loop extends CoreWorld {
  fate: Fate = codexFails;

  begin(changes: Partial<LoopOptions> = {}): this {
    return this.start(queue, { limit: null, guards, ...changes }).play();
  }

  /** All that can go on does. */
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
    const lane = effect.kind === 'runLane' ? run?.jobs.find((one) => one.id === effect.job) : undefined;
    return (run && lane && this.fate(lane.agent, run.task.id)) ?? this.success(effect);
  }

  get begun(): number {
    return Object.keys(this.state.runs).length;
  }

  get loop() {
    return Object.values(this.state.loops).at(-1)!;
  }

  told(type: string): number {
    return this.log.filter(({ event }) => event.type === type).length;
  }
}

describe('an agent whose lanes fail one after another', () => {
  it('gets no job until a while has passed, then one that tries it, and jobs again once that is done', () => {
    const world = new Loop().begin();
    assert.equal(world.begun, 3);
    assert.equal(world.state.circuits['codex']?.open?.untilAwake, 60_000);
    assert.deepEqual([world.loop.state, world.told('circuitOpened')], ['running', 1]);
    assert.equal(world.pass(59).begun, 3);
    world.fate = () => null;
    world.pass(1);
    assert.deepEqual([world.begun, world.told('circuitClosed'), world.state.circuits], [9, 1, {}]);
    assert.equal(world.loop.state, 'ended');
  });

  it('is waited for twice as long after each trial that fails, and in the end a person is told why', () => {
    const world = new Loop().begin();
    const waits: number[] = [];
    for (let n = 0; world.loop.state === 'running'; n++) {
      assert.ok(n < 10);
      const before = world.awakeMs;
      const until = world.state.circuits['codex']?.open?.untilAwake ?? 0;
      assert.equal(world.pass((until - before) / 1000 - 1).begun, 3 + n);
      world.pass(1);
      waits.push((until - before) / 1000);
    }
    assert.deepEqual(waits, [60, 120, 240, 480, 960]);
    assert.deepEqual([world.begun, world.loop.outcome, world.loop.halted?.code], [8, 'blocked', 'circuit.failing']);
    assert.deepEqual(world.loop.halted?.params, {
      agent: 'codex',
      count: 8,
      reason: 'It broke.',
      command: 'mam doctor',
    });
    world.fate = () => null;
    world.do({ type: 'resumeLoop' });
    world.play();
    assert.deepEqual([world.begun, world.state.circuits], [9, {}]);
  });

  it('is left alone over a crash at any moment, with one trial at most', () => {
    const world = new Loop().begin({ pool: 3 });
    const { begun } = world;
    world.crash();
    assert.equal(world.pass(59).begun, begun);
    world.crash();
    world.fate = () => null;
    world.awakeMs += 1000;
    world.do({ type: 'renewLeases', awakeMs: world.awakeMs }, host);
    const lanes = (): number => world.open('runLane').length;
    for (let n = 0; lanes() === 0 || world.open().length > lanes(); n++) {
      assert.ok(n < 200);
      const effect = world.open().find((one) => one.kind !== 'runLane');
      if (effect) world.settle(effect);
      if (n % 3 === 0) world.crash();
    }
    assert.equal(lanes(), 1, 'the others wait for it');
    world.crash();
    world.play();
    assert.equal(world.told('circuitClosed'), 1);
    assert.equal(world.begun, 9);
  });

  it('is not in the way of another that may take its seat', () => {
    const world = new Loop().begin({
      auto: { implementer: ['codex', 'claude'] },
      agents: { implementer: 'codex', reviewer: 'claude', 'ci-eval-auditor': 'claude' },
    });
    const writers = Object.values(world.state.runs).map(({ options }) => options.agents['implementer']);
    assert.equal(writers.length, 9);
    assert.equal(writers.filter((agent) => agent === 'codex').length, 3);
    assert.equal(world.loop.state, 'ended');
  });

  it('is one of reviewers as well', () => {
    const world = new Loop();
    world.fate = (agent) => (agent === 'claude' ? laneFails('lane.noReport') : null);
    world.begin();
    assert.ok(world.state.circuits['claude']?.open);
    assert.equal(world.state.circuits['codex'], undefined);
    world.fate = () => null;
    world.pass(60);
    assert.equal(world.state.circuits['claude'], undefined);
  });

  const counts: readonly (readonly [name: string, outcome: Outcome, opens: boolean])[] = [
    ['a lane that was not started', laneFails('lane.spawnFailed'), true],
    ['one out of time', laneFails('lane.timeout'), true],
    ['one without a report', laneFails('lane.noReport'), true],
    ['one that somebody ended', laneFails('lane.terminated'), false],
    ['one that lost its host', laneEnds('interrupted'), false],
    ['a limit', laneLimited(null), false],
  ];
  for (const [name, outcome, opens] of counts)
    it(`is ${opens ? '' : 'not '}made by ${name}`, () => {
      const world = new Loop();
      world.fate = (agent) => (agent === 'codex' ? outcome : null);
      world.begin();
      assert.equal(world.told('circuitOpened') > 0, opens);
    });

  it('is not made by what reviewers reject, however often', () => {
    const world = new Loop();
    world.fate = (agent) => (agent === 'claude' ? reviewed('not-pass') : null);
    world.begin();
    assert.deepEqual([world.told('circuitOpened'), world.begun], [0, 9]);
  });

  it('is not made by failures with a success between them', () => {
    const world = new Loop();
    world.fate = (agent, task) =>
      agent === 'codex' && Number(task.at(-1)) % 3 !== 0 ? laneFails('lane.failed') : null;
    world.begin();
    assert.deepEqual([world.told('circuitOpened'), world.begun], [0, 9]);
  });

  it('is tried at once when a person goes on, and left alone by no loop that was not to', () => {
    const world = new Loop().begin();
    const resumed = world.do({ type: 'resumeLoop' });
    assert.ok(resumed.ok);
    assert.equal(world.state.circuits['codex'], undefined);
    const { breaker: _, ...without } = guards;
    const other = new Loop().begin({ guards: without });
    assert.deepEqual([other.begun, other.told('circuitOpened')], [9, 0]);
  });

  it('is tried by no lane that a person asks for beside the loop', () => {
    const world = new Loop().begin();
    world.fate = () => null;
    startBatch(world, batchPlan([batchSeat('reviewer')]));
    world.play();
    assert.deepEqual([newestBatch(world).decision, world.state.circuits['codex']?.open?.trial], ['completed', null]);
    world.pass(60);
    assert.deepEqual([world.begun, world.loop.state, world.state.circuits], [9, 'ended', {}]);
  });

  it('ends no wait of a loop whose time is up', () => {
    const world = new Loop().begin({ guards: { ...guards, maxMs: 30_000 } }).pass(30);
    assert.deepEqual([world.loop.state, world.loop.halted?.code], ['ended', 'loop.wallClock']);
  });
});
