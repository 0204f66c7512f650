import assert from 'node:assert/strict';
import type { AutotuneTerms } from '../../../../src/core/autotune/tune.ts';
import type { Effect } from '../../../../src/core/effect.ts';
import type { Job } from '../../../../src/core/job/types.ts';
import type { LoopOptions } from '../../../../src/core/loop/types.ts';
import { laterThan } from '../../../../src/base/clock.ts';
import { autoLoopStateSchema } from '../../../../src/protocol/ledger/autoLoopState.ts';
import { autoLoopState } from '../../../../src/app/projections/autoLoopState.ts';
import { observedLanes } from '../../../../src/core/autotune/observe.ts';
import { CoreWorld, laneEnds, laneLimited, taskOf } from '../../../builders/core.ts';
import { privacy } from '../../../builders/privacy.ts';

const ladder = ['minimal', 'low', 'medium', 'high', 'xhigh'];
const seats = ['implementer', 'reviewer', 'ci-eval-auditor'];
const terms: AutotuneTerms = {
  config: { k: 2, failWindow: 3, failMinSample: 2, failThreshold: 0.5, cooldown: 2 },
  ladders: Object.fromEntries(seats.map((seat) => [seat, { codex: ladder }])),
  atOnce: false,
};
const guards = { target: null, maxBlockers: null, maxMs: 0 };
const options = (changes: Partial<LoopOptions> = {}): Partial<LoopOptions> => ({
  limit: null,
  guards,
  autotune: terms,
  agents: Object.fromEntries(seats.map((seat) => [seat, 'codex'])),
  models: Object.fromEntries(seats.map((seat) => [seat, { codex: { model: 'm', effort: 'high' } }])),
  ...changes,
});
const tasks = [1, 2, 3, 4].map((n) => taskOf(`T-2026-000${n}`));

const jobOf = (world: CoreWorld, effect: Effect): Job | undefined =>
  effect.kind === 'runLane' ? world.state.runs[effect.run]?.jobs.find((job) => job.id === effect.job) : undefined;

/** Plays everything; a lane of the auditor takes ten times as long as the others. */
function play(world: CoreWorld, slow = 'ci-eval-auditor'): CoreWorld {
  for (let n = 0; world.open().length > 0; n++) {
    assert.ok(n < 1000);
    const lanes = world.open('runLane');
    const quick = lanes.find((effect) => jobOf(world, effect)?.session !== slow);
    const [other] = world.open().filter(({ kind }) => kind !== 'runLane');
    const effect = other ?? quick ?? lanes[0];
    assert.ok(effect);
    if (effect.kind === 'runLane') {
      const job = jobOf(world, effect);
      assert.ok(job);
      world.at = laterThan(job.dispatchedAt, job.session === slow ? 100_000 : 10_000);
    }
    world.settle(effect);
  }
  return world;
}

const effortsOf = (world: CoreWorld, session: string): readonly (string | null)[] =>
  Object.values(world.state.runs).map((run) => run.jobs.find((job) => job.session === session)?.effort ?? null);

describe('the lanes of a loop', () => {
  it('get the effort that was decided for the next task alone, and are left alone while they cool down', () => {
    const world = play(new CoreWorld().start(tasks, options()));
    assert.deepEqual(effortsOf(world, 'ci-eval-auditor'), ['high', 'medium', 'high', 'high']);
    assert.deepEqual(effortsOf(world, 'reviewer'), ['high', 'high', 'high', 'high']);
    const [loop] = Object.values(world.state.loops);
    assert.deepEqual(
      loop?.tunings?.map(({ task, recommendations, cooldown }) => [
        task,
        recommendations.map((row) => [row.role, row.elapsedS, row.effortFrom, row.effortTo, row.cooldownRemaining]),
        Object.values(cooldown),
      ]),
      [
        ['T-2026-0001', [['CI/Eval Auditor', 100, 'high', 'medium', 0]], [2]],
        ['T-2026-0002', [['CI/Eval Auditor', 100, 'medium', null, 2]], [1]],
        ['T-2026-0003', [['CI/Eval Auditor', 100, 'high', null, 1]], []],
        ['T-2026-0004', [['CI/Eval Auditor', 100, 'high', 'medium', 0]], [2]],
      ],
    );
    world.crash();
    assert.deepEqual(Object.values(world.state.loops)[0]?.tunings?.length, 4);
  });

  it('are told of in the state file as its schema has them', () => {
    const { state } = play(new CoreWorld().start(tasks.slice(0, 2), options()));
    const [projection] = autoLoopState(state);
    const file = autoLoopStateSchema.parse(
      JSON.parse(projection?.render({ seq: state.seq, at: state.updatedAt, privacy }) ?? ''),
    );
    const [first] = file.cycles;
    assert.deepEqual(
      first?.lane_stats?.find(({ role }) => role === 'CI/Eval Auditor'),
      {
        role: 'CI/Eval Auditor',
        agent: 'codex',
        elapsed_s: 100,
        status: 'completed',
      },
    );
    assert.deepEqual(first?.lane_autotune?.effort_overrides, { 'CI/Eval Auditor||codex': 'medium' });
    assert.equal(first?.lane_autotune_recommendations?.length, 1);
    assert.deepEqual(
      file.lane_autotune_recommendations?.map(({ iteration, task_id: task, actuated }) => [iteration, task, actuated]),
      [
        [1, 'T-2026-0001', true],
        [2, 'T-2026-0002', false],
      ],
    );
    assert.deepEqual(file.lane_autotune_cooldown, { 'CI/Eval Auditor||codex': 1 });
  });

  it('are not tuned unless that is switched on, and with several tasks at once only where that is, too', () => {
    const { autotune: _, ...off } = options();
    const rows: readonly (readonly [changes: Partial<LoopOptions>, tuned: boolean])[] = [
      [off, false],
      [options({ pool: 2 }), false],
      [options({ pool: 2, autotune: { ...terms, atOnce: true } }), true],
      [options({ pool: 1 }), true],
    ];
    for (const [changes, tuned] of rows) {
      const world = play(new CoreWorld().start(tasks.slice(0, 2), changes));
      assert.equal(
        world.log.some(({ event }) => event.type === 'lanesTuned'),
        tuned,
        JSON.stringify(changes.pool),
      );
    }
  });

  it('are judged after the pass that has just come to something, also where a higher task id ended before it', () => {
    const world = new CoreWorld().start(tasks.slice(0, 2), options({ pool: 2, autotune: { ...terms, atOnce: true } }));
    const late = Object.values(world.state.runs)[0]?.id;
    for (let n = 0; world.open().length > 0; n++) {
      assert.ok(n < 1000);
      const effect = world.open().find(({ run }) => run !== late) ?? world.open()[0];
      assert.ok(effect);
      const job = jobOf(world, effect);
      const isSlow = effect.run === late && job?.session === 'reviewer';
      if (job) world.at = laterThan(job.dispatchedAt, isSlow ? 100_000 : 10_000);
      world.settle(effect);
    }
    const [loop] = Object.values(world.state.loops);
    assert.deepEqual(
      loop?.tunings?.map(({ task, recommendations }) => [task, recommendations.map(({ role }) => role)]),
      [
        ['T-2026-0002', []],
        ['T-2026-0001', ['Reviewer']],
      ],
    );
  });

  it('say nothing of a usage limit, count failures, and are not timed where a person works', () => {
    const ends: readonly (readonly [outcome: Parameters<CoreWorld['settle']>[1], status: string | undefined])[] = [
      [laneEnds('failed'), 'failed'],
      [laneEnds('interrupted'), undefined],
      [laneLimited(null), undefined],
      [undefined, 'completed'],
    ];
    for (const [outcome, status] of ends) {
      const world = new CoreWorld().start(tasks.slice(0, 1), options());
      world.playUntil('runLane');
      const [effect] = world.open('runLane');
      assert.ok(effect);
      world.settle(effect, outcome);
      assert.equal(observedLanes(world.run())[0]?.status, status);
    }
    const world = play(new CoreWorld().start(tasks.slice(0, 1), options()));
    const run = world.run();
    const byPerson = { ...run, options: { ...run.options, people: ['codex'] } };
    assert.deepEqual(
      observedLanes(byPerson).map(({ elapsedS }) => elapsedS),
      [null, null, null],
    );
  });
});

describe('the time of a lane', () => {
  it('counts from its place on, also when another host joins it, without what the machine slept', () => {
    const world = new CoreWorld().start(tasks, options()).playUntil('runLane');
    const [effect] = world.open('runLane');
    assert.ok(effect);
    const { dispatchedAt = '' } = jobOf(world, effect) ?? {};
    const pass = (seconds: number, awake = seconds): void => {
      world.at = laterThan(dispatchedAt, seconds * 1000);
      world.awakeMs = awake * 1000;
    };
    const begin = (epoch: number): unknown => world.do({ type: 'startEffect', effect: effect.id, epoch });
    pass(500);
    begin(1);
    pass(505);
    world.crash();
    begin(2);
    // An hour of it, this machine slept.
    pass(505 + 3600 + 7, 512);
    world.settle(effect);
    const [run] = Object.values(world.state.runs);
    assert.ok(run);
    assert.deepEqual(
      observedLanes(run).map(({ elapsedS }) => elapsedS),
      [12],
    );
  });
});
