import assert from 'node:assert/strict';
import { autotuneView } from '../../../src/app/views/autotune.ts';
import type { Tuning } from '../../../src/core/autotune/tune.ts';
import type { Loop } from '../../../src/core/loop/types.ts';
import { CoreWorld, taskOf } from '../../builders/core.ts';
import { reader } from '../../builders/scene.ts';

const [run, task] = ['run', 'T-2026-0001'];
const row = {
  role: 'Implementer',
  agent: 'codex',
  elapsedS: 98.6,
  medianElapsedS: 10.3,
  k: 2,
  flagThresholdS: 20.6,
  failRate: 1,
  failSample: 3,
  failMinSample: 2,
  failThreshold: 0.5,
  failSignal: 'observed',
  direction: 'strengthen',
  effortFrom: 'high',
  effortTo: 'xhigh',
  actuated: true,
  cooldownRemaining: 0,
  cooldownSet: 2,
  note: '',
} as const;
const evaluated = {
  kind: 'evaluated',
  agent: 'codex',
  medianElapsedS: 10.3,
  k: 2,
  flagThresholdS: 20.6,
  timedLaneCount: 3,
} as const;
const terms = {
  config: { k: 2, failWindow: 3, failMinSample: 2, failThreshold: 0.5, cooldown: 2 },
  ladders: { implementer: { codex: ['low', 'medium', 'high', 'xhigh'] } },
  atOnce: false,
};

/** A loop whose one task is at rest, with what is said of it changed. */
function viewOf(changes: Partial<Loop>, options: Partial<Loop['options']> = {}) {
  const world = new CoreWorld().start([taskOf(task)], { guards: { target: null, maxBlockers: null, maxMs: 0 } });
  world.playUntil();
  const [loop] = Object.values(world.state.loops);
  assert.ok(loop);
  const changed = { ...loop, ...changes, options: { ...loop.options, ...options } };
  return autotuneView(reader(), { ...world.state, loops: { [loop.id]: changed } });
}
const tuning = (changes: Readonly<Record<string, unknown>> = {}): Tuning => ({
  run,
  task,
  outcome: 'completed',
  overrides: [],
  recommendations: [{ ...row, ...changes }],
  cooldown: {},
  events: [evaluated],
});

describe('the page about lanes', () => {
  it('shows what each lane took and says why nothing is changed', () => {
    const { note, lanes } = viewOf({});
    assert.match(note, /mam\.autotune\.enabled is off/);
    assert.deepEqual(
      lanes.map(({ lane, seconds, failures, advice }) => [lane, seconds, failures, advice]),
      [
        ['Implementer · codex', [0], '0 of 1 failed', null],
        ['Reviewer · claude', [0], '0 of 1 failed', null],
        ['CI/Eval Auditor · claude', [0], '0 of 1 failed', null],
      ],
    );
  });

  const words: readonly (readonly [changes: Record<string, unknown>, words: string, standing: string, may: string])[] =
    [
      [{}, 'slow and failing: think harder, high → xhigh', 'applied', ''],
      [
        { actuated: false, effortTo: null, cooldownRemaining: 2 },
        'slow and failing: think harder, high → xhigh',
        'cooling down 2',
        'apply dismiss',
      ],
      [
        { direction: 'accelerate', actuated: false, effortTo: null, effortFrom: 'low' },
        'slow: think less',
        'stays at low',
        'dismiss',
      ],
    ];
  for (const [changes, said, standing, may] of words)
    it(`says ${said}, ${standing}`, () => {
      const [lane, other] = viewOf({ tunings: [tuning(changes)] }, { autotune: terms }).lanes;
      const { apply, dismiss } = lane?.advice ?? {};
      assert.deepEqual(
        [lane?.advice?.words, lane?.advice?.standing, lane?.median, lane?.threshold],
        [said, standing, 10.3, 20.6],
      );
      assert.equal([apply ? 'apply' : '', dismiss ? 'dismiss' : ''].join(' ').trim(), may);
      assert.deepEqual([other?.advice, other?.threshold], [null, null]);
    });

  it('says whether what is found is acted on', () => {
    assert.match(viewOf({}, { autotune: terms }).note, /changed for the next task/);
    assert.match(viewOf({}, { autotune: { ...terms, off: true } }).note, /mam\.autotune\.enabled is off/);
    assert.match(viewOf({}, { autotune: terms, pool: 2 }).note, /mam\.autotune\.atOnce is off/);
    assert.match(viewOf({}, { autotune: { ...terms, atOnce: true }, pool: 2 }).note, /changed for the next task/);
  });
});
