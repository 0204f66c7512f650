import assert from 'node:assert/strict';
import { msBetween, laterThan } from '../../../../src/base/clock.ts';
import type { Actor } from '../../../../src/core/actor.ts';
import type { Command } from '../../../../src/core/command.ts';
import type { AutotuneTerms } from '../../../../src/core/autotune/tune.ts';
import { adviceOf } from '../../../../src/core/autotune/advice.ts';
import type { LoopOptions } from '../../../../src/core/loop/types.ts';
import { autotuneView } from '../../../../src/app/views/autotune.ts';
import { autoLoopState } from '../../../../src/app/projections/autoLoopState.ts';
import { CoreWorld, host, job, taskOf } from '../../../builders/core.ts';
import { privacy } from '../../../builders/privacy.ts';
import { reader } from '../../../builders/scene.ts';

const seats = ['implementer', 'reviewer', 'ci-eval-auditor'];
const terms: AutotuneTerms = {
  config: { k: 2, failWindow: 3, failMinSample: 2, failThreshold: 0.5, cooldown: 2 },
  ladders: Object.fromEntries(seats.map((seat) => [seat, { codex: ['low', 'medium', 'high', 'xhigh'] }])),
  atOnce: false,
  off: true,
};
const options = (changes: Partial<LoopOptions> = {}): Partial<LoopOptions> => ({
  limit: 1,
  guards: { target: null, maxBlockers: null, maxMs: 0 },
  autotune: terms,
  agents: Object.fromEntries(seats.map((seat) => [seat, 'codex'])),
  models: Object.fromEntries(seats.map((seat) => [seat, { codex: { model: 'm', effort: 'high' } }])),
  ...changes,
});
const tasks = [1, 2, 3].map((n) => taskOf(`T-2026-000${n}`));
const auditor = { role: 'CI/Eval Auditor', agent: 'codex' };
const apply: Command = { type: 'applyTuning', ...auditor };
const dismiss: Command = { type: 'dismissTuning', ...auditor };

/** Plays everything; a lane of the auditor takes ten times as long as the others. */
function play(world: CoreWorld): CoreWorld {
  for (let n = 0; world.open().length > 0; n++) {
    assert.ok(n < 1000);
    const slow = (effect: ReturnType<CoreWorld['open']>[number]): boolean =>
      effect.kind === 'runLane' &&
      world.state.runs[effect.run]?.jobs.find(({ id }) => id === effect.job)?.session === 'ci-eval-auditor';
    const open = world.open();
    const effect = open.find(({ kind }) => kind !== 'runLane') ?? open.find((one) => !slow(one)) ?? open[0];
    assert.ok(effect);
    if (effect.kind === 'runLane') {
      const at = world.state.runs[effect.run]?.jobs.find(({ id }) => id === effect.job)?.dispatchedAt ?? world.at;
      const end = laterThan(at, slow(effect) ? 100_000 : 10_000);
      if (msBetween(world.at, end) > 0) world.at = end;
    }
    world.settle(effect);
  }
  return world;
}

const once = (changes: Partial<LoopOptions> = {}): CoreWorld => play(new CoreWorld().start(tasks, options(changes)));
const again = (world: CoreWorld): CoreWorld => play(world.start(tasks, options()));
const efforts = ({ state }: CoreWorld): readonly (string | null | undefined)[] =>
  Object.values(state.runs).map((run) => run.jobs.find(({ session }) => session === 'ci-eval-auditor')?.effort);
const shown = ({ state }: CoreWorld) =>
  autotuneView(reader(), state).lanes.find(({ role }) => role === auditor.role)?.advice;
const refusal = (world: CoreWorld, command: Command, by?: Actor): string | undefined => {
  const done = world.do(command, by);
  return done.ok ? undefined : done.error.code;
};

describe('a recommendation about a lane', () => {
  it('is said although autotune is off, with nothing of it in the state file or the log', () => {
    const world = once();
    assert.deepEqual(shown(world), {
      words: 'slow: think less, high → medium',
      standing: 'suggested',
      apply: true,
      dismiss: true,
    });
    assert.equal(world.log.filter(({ event }) => event.type === 'lanesTuned').length, 0);
    const [file] = autoLoopState(world.state);
    const text = file?.render({ seq: world.state.seq, at: world.state.updatedAt, privacy }) ?? '';
    assert.doesNotMatch(text, /lane_/);
  });

  const { off: _, ...on } = terms;
  const rows: readonly (readonly [name: string, changes: Partial<LoopOptions>])[] = [
    ['is off', {}],
    ['would not act on several tasks at once', { pool: 2, autotune: on }],
  ];
  for (const [name, changes] of rows)
    it(`is applied by a person to the next task alone where autotune ${name}`, () => {
      const world = once(changes);
      assert.equal(refusal(world, apply), undefined);
      assert.equal(shown(world)?.standing, 'applied by hand');
      assert.equal(refusal(world, apply), 'autotune.applied');
      world.crash();
      again(again(world));
      assert.deepEqual(efforts(world), ['high', 'medium', 'high']);
    });

  it('is put away until the next one', () => {
    const world = once();
    assert.equal(refusal(world, dismiss), undefined);
    assert.equal(shown(world), null);
    assert.equal(refusal(world, apply), 'autotune.noAdvice');
    again(world);
    assert.equal(shown(world)?.standing, 'suggested');
    assert.deepEqual(efforts(world), ['high', 'high']);
  });

  it('is taken by a person only, and only where there is one', () => {
    const world = once();
    assert.deepEqual(
      [apply, dismiss].flatMap((command) => [host, job].map((by) => refusal(world, command, by))),
      Array.from({ length: 4 }, () => 'actor.personOnly'),
    );
    assert.equal(refusal(world, { ...apply, agent: 'claude' }), 'autotune.noAdvice');
    assert.equal(refusal(new CoreWorld(), dismiss), 'autotune.noAdvice');
  });

  it('leads nowhere where the model takes no further effort', () => {
    const world = once({ autotune: { ...terms, ladders: {} } });
    assert.deepEqual([shown(world)?.standing, refusal(world, apply)], ['stays at high', 'autotune.noStep']);
    assert.equal(refusal(world, dismiss), undefined);
  });

  it('comes from the log where autotune acts, and overrules its cool-down', () => {
    const world = once({ limit: 2, autotune: on });
    assert.equal(adviceOf(world.state)?.acts, true);
    assert.deepEqual(efforts(world), ['high', 'medium']);
    assert.equal(shown(world)?.standing, 'cooling down 2');
    assert.equal(refusal(world, apply), undefined);
    again(world);
    assert.deepEqual(efforts(world), ['high', 'medium', 'low']);
  });
});
