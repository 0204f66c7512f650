import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { chooseAgent } from '../../../../src/core/mix/choose.ts';
import { splitWorkers } from '../../../../src/core/mix/splitWorkers.ts';

const even = { claude: 5, codex: 5 };

describe('the agent that the mix chooses', () => {
  const rows: readonly (readonly [role: string, rolling: readonly [number, number], agent: string])[] = [
    ['Reviewer', [0, 0], 'codex'],
    ['Reviewer', [0, 10], 'claude'],
    ['Implementer', [0, 0], 'claude'],
    ['Implementer', [1, 0], 'codex'],
    ['Implementer', [3, 3], 'claude'],
    ['Reviewer', [3, 7], 'codex'],
    ['Planner / Issue Triage', [20, 0], 'claude'],
    ['Deep Reviewer', [0, 0], 'codex'],
    ['CI / Regression Auditor', [0, 0], 'codex'],
    ['CI/Eval Auditor', [0, 0], 'codex'],
    ['Eval / Claim / Privacy Auditor', [0, 0], 'claude'],
    ['Experiment Scout', [0, 0], 'claude'],
    ['constructor', [0, 0], 'claude'],
  ];
  for (const [role, [claude, codex], agent] of rows)
    it(`for ${role} after ${claude} and ${codex} is ${agent}`, () =>
      assert.equal(chooseAgent(role, even, { claude, codex }), agent));

  it('counts no share where there is no target', () => {
    assert.equal(chooseAgent('Implementer', { claude: 0, codex: 0 }, { claude: 0, codex: 0 }), 'claude');
    assert.equal(chooseAgent('Implementer', { claude: 0, codex: 0 }, { claude: 1, codex: 0 }), 'codex');
    assert.equal(chooseAgent('Implementer', { claude: 0, codex: 9 }, { claude: 0, codex: 0 }), 'codex');
  });
});

describe('workers by the mix', () => {
  const rows = [
    [
      [5, 5, 3],
      [2, 1],
    ],
    [
      [8, 2, 3],
      [2, 1],
    ],
    [
      [2, 8, 3],
      [1, 2],
    ],
    [
      [5, 5, 1],
      [1, 0],
    ],
    [
      [5, 5, 2],
      [1, 1],
    ],
    [
      [5, 5, 5],
      [2, 2],
    ],
    [
      [1, 9, 3],
      [0, 3],
    ],
    [
      [0, 5, 3],
      [0, 3],
    ],
    [
      [5, 0, 8],
      [8, 0],
    ],
    [
      [0, 0, 3],
      [1, 0],
    ],
    [
      [9, 1, 1],
      [1, 0],
    ],
    [
      [3, 7, 1],
      [0, 1],
    ],
  ] as const;
  for (const [[claude, codex, most], [ofClaude, ofCodex]] of rows)
    it(`of ${claude} to ${codex} and ${most} at most are ${ofClaude} and ${ofCodex}`, () =>
      assert.deepEqual(splitWorkers({ claude, codex }, most), { claude: ofClaude, codex: ofCodex }));

  it('are at least one and never too many', () => {
    const weight = fc.nat(50);
    fc.assert(
      fc.property(weight, weight, fc.integer({ min: 1, max: 20 }), (claude, codex, most) => {
        const split = splitWorkers({ claude, codex }, most);
        const sum = split.claude + split.codex;
        assert.ok(sum >= 1 && sum <= most && split.claude >= 0 && split.codex >= 0, JSON.stringify(split));
      }),
    );
  });
});
