import assert from 'node:assert/strict';
import { isoSeconds } from '../../../../src/base/clock.ts';
import * as fc from 'fast-check';
import { computeAutotune } from '../../../../src/core/autotune/compute.ts';
import { orderBatches, type CycleLanes } from '../../../../src/core/autotune/orderBatches.ts';
import type { AutotuneConfig, Efforts, LaneBatch, LaneObservation } from '../../../../src/core/autotune/types.ts';
import { claude } from '../../../../src/adapters/agents/claude/claude.ts';
import { codex } from '../../../../src/adapters/agents/codex/codex.ts';

const usual: AutotuneConfig = { k: 2, failWindow: 3, failMinSample: 2, failThreshold: 0.5, cooldown: 2 };
const ladders: Readonly<Record<string, readonly string[]>> = {
  claude: ['low', 'medium', 'high', 'xhigh', 'max'],
  codex: ['minimal', 'low', 'medium', 'high', 'xhigh'],
};
const efforts = (effort: string | null = 'high'): Efforts => ({
  effortOf: () => effort,
  ladderOf: (agent) => ladders[agent] ?? [],
});
const lane = (role: string, elapsedS: number | null, status = 'completed', agent = 'codex'): LaneObservation => ({
  role,
  agent,
  elapsedS,
  status,
});
const batch = (implementer: number, reviewer: number, auditor: number): LaneBatch => [
  lane('Implementer', implementer),
  lane('Reviewer', reviewer),
  lane('Auditor', auditor, 'failed'),
];
const example = [batch(10.2, 9.8, 97.3), batch(10.5, 10.1, 102.7), batch(10.3, 9.9, 98.6)];

describe('the lane autotune controller', () => {
  it('decides the worked example to the digit', () =>
    assert.deepEqual(computeAutotune(example, {}, usual, efforts()), {
      overrides: [{ role: 'Auditor', agent: 'codex', effort: 'xhigh' }],
      recommendations: [
        {
          role: 'Auditor',
          agent: 'codex',
          elapsedS: 98.6,
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
          note: 'effort high -> xhigh',
          medianElapsedS: 10.3,
          k: 2,
          flagThresholdS: 20.6,
        },
      ],
      cooldown: { 'Auditor||codex': 2 },
      events: [
        { kind: 'evaluated', agent: 'codex', medianElapsedS: 10.3, k: 2, flagThresholdS: 20.6, timedLaneCount: 3 },
      ],
    }));

  it('leaves a lane that it changed alone for exactly as many batches as the cool-down says', () => {
    let cooldown = {};
    const trace = Array.from({ length: 8 }, () => {
      const decision = computeAutotune(example, cooldown, usual, efforts());
      ({ cooldown } = decision);
      return [decision.recommendations[0]?.actuated, decision.recommendations[0]?.cooldownRemaining, { ...cooldown }];
    });
    const once = [
      [true, 0, { 'Auditor||codex': 2 }],
      [false, 2, { 'Auditor||codex': 1 }],
      [false, 1, {}],
    ];
    assert.deepEqual(trace, [...once, ...once, ...once.slice(0, 2)]);
  });

  it('flags nothing of two lanes by their median, and the slower one at a smaller multiple', () => {
    const two = [[lane('A', 1), lane('B', 1000)]];
    const quiet = computeAutotune(two, {}, usual, efforts());
    assert.deepEqual(quiet.recommendations, []);
    assert.deepEqual(quiet.events, [
      { kind: 'evaluated', agent: 'codex', medianElapsedS: 500.5, k: 2, flagThresholdS: 1001, timedLaneCount: 2 },
    ]);
    const [flagged, ...others] = computeAutotune(two, {}, { ...usual, k: 1.5 }, efforts()).recommendations;
    assert.equal(others.length, 0);
    assert.deepEqual(
      [flagged?.role, flagged?.flagThresholdS, flagged?.failSignal, flagged?.failRate, flagged?.direction],
      ['B', 750.75, 'no-signal', null, 'accelerate'],
    );
  });

  const pairs: readonly (readonly [slow: number, flagged: boolean])[] = [
    [20, false],
    [20.1, true],
    [1000, true],
  ];
  for (const [slow, flagged] of pairs)
    it(`${flagged ? 'flags' : 'does not flag'} ${slow} s beside 10 s where two lanes are compared`, () => {
      const { recommendations } = computeAutotune(
        [[lane('A', 10), lane('B', slow)]],
        {},
        { ...usual, twoLanes: true },
        efforts(),
      );
      assert.deepEqual(
        recommendations.map(({ role }) => role),
        flagged ? ['B'] : [],
      );
    });

  it('compares three lanes by their median also where two would be compared', () =>
    assert.deepEqual(
      computeAutotune(example, {}, { ...usual, twoLanes: true }, efforts()),
      computeAutotune(example, {}, usual, efforts()),
    ));

  it('flags only what is above the threshold', () =>
    assert.deepEqual(
      computeAutotune([[lane('A', 10), lane('B', 10), lane('C', 20)]], {}, usual, efforts()).recommendations,
      [],
    ));

  it('speeds up a slow lane that fails half of the time', () => {
    const slow = (status: string): LaneBatch => [lane('A', 10), lane('B', 10), lane('C', 21, status)];
    const [row] = computeAutotune([slow('failed'), slow('completed')], {}, usual, efforts()).recommendations;
    assert.deepEqual([row?.failRate, row?.direction, row?.effortTo], [0.5, 'accelerate', 'medium']);
  });

  const unmoved: readonly (readonly [effort: string | null, note: string])[] = [
    ['xhigh', 'effort xhigh is the highest already'],
    ['turbo', 'effort turbo is off the ladder'],
    [null, 'effort unset is off the ladder'],
  ];
  for (const [effort, note] of unmoved)
    it(`records a lane of effort ${effort} and does not change it`, () => {
      const decision = computeAutotune(example, {}, usual, efforts(effort));
      const [row] = decision.recommendations;
      assert.deepEqual([row?.actuated, row?.effortTo, row?.note], [false, null, note]);
      assert.deepEqual([decision.overrides, decision.cooldown], [[], {}]);
    });

  it('judges no lane that is the only one of its agent', () =>
    assert.deepEqual(
      computeAutotune([[lane('B', 99), lane('A', 1, 'completed', 'claude')]], {}, usual, efforts()).events,
      [
        { kind: 'no-op', agent: 'claude', activeLaneCount: 1, timedLaneCount: 1 },
        { kind: 'no-op', agent: 'codex', activeLaneCount: 1, timedLaneCount: 1 },
      ],
    ));

  for (const status of ['failed', 'error', 'timeout', 'budget-exceeded', 'spawn-failed', 'terminated'])
    it(`counts ${status} as a failure, also of a lane that nobody timed`, () => {
      const before: LaneBatch = [lane('C', null, status)];
      const newest: LaneBatch = [lane('A', 1), lane('B', 1), lane('C', 9, status)];
      assert.equal(computeAutotune([before, newest], {}, usual, efforts()).recommendations[0]?.direction, 'strengthen');
    });

  it('counts failures in the window only, and none of another agent in the role', () => {
    const bad: LaneBatch = [lane('C', 1, 'failed'), lane('C', 1, 'failed', 'claude')];
    const newest: LaneBatch = [lane('A', 1), lane('B', 1), lane('C', 9)];
    const rows = (history: readonly LaneBatch[]) => computeAutotune(history, {}, usual, efforts()).recommendations[0];
    assert.equal(rows([bad, bad, newest])?.failRate, 0.667);
    assert.equal(rows([bad, bad, newest, newest, newest])?.failRate, 0);
    assert.equal(rows([[lane('C', 1, 'failed', 'claude')], newest])?.failSignal, 'no-signal');
  });

  it('counts the cool-down down without any history, and drops what is no number of batches', () =>
    assert.deepEqual(computeAutotune([], { a: 3, b: 1, c: 0, d: -2, e: 1.5 }, usual, efforts()), {
      overrides: [],
      recommendations: [],
      cooldown: { a: 2 },
      events: [],
    }));

  it('knows the ladders that the agents declare', () => {
    for (const { id, capabilities } of [claude, codex]) assert.deepEqual(capabilities.efforts, ladders[id], id);
  });

  describe('the order of passes', () => {
    const at = (second: number): string => isoSeconds(second * 1000);
    const pass = (task: string, begun: number, ended: number): CycleLanes => ({
      task,
      begunAt: at(begun),
      endedAt: at(ended),
      lanes: [lane(task, ended)],
    });
    const tasksOf = (ended: readonly CycleLanes[]): string =>
      orderBatches(ended)
        .map(({ task }) => task)
        .join(' ');

    const rows: readonly (readonly [what: string, ended: readonly CycleLanes[], wanted: string])[] = [
      [
        'is that of their ends where one followed the other',
        [pass('C', 0, 1), pass('A', 1, 2), pass('B', 2, 3)],
        'C A B',
      ],
      [
        'is that of their ids where they were at work at once',
        [pass('C', 0, 1), pass('A', 0, 2), pass('B', 0, 3)],
        'A B C',
      ],
      ['passes by those beside it alone', [pass('C', 0, 1), pass('D', 1, 4), pass('A', 2, 5)], 'C A D'],
      ['does not let an old high id be the newest', [pass('Z', 0, 9), pass('A', 9, 10), pass('B', 9, 11)], 'Z A B'],
    ];
    for (const [what, ended, wanted] of rows) it(what, () => assert.equal(tasksOf(ended), wanted));

    it('is one for tasks that were at work at once, whichever ended first', () =>
      fc.assert(
        fc.property(fc.shuffledSubarray(['A', 'B', 'C', 'D'], { minLength: 4 }), (ids) => {
          const before = [pass('Y', 0, 10), pass('X', 10, 20)];
          const beside = ids.map((id, n) => pass(id, 20, 21 + n));
          assert.equal(tasksOf([...before, ...beside]), 'Y X A B C D');
        }),
      ));
  });
});
