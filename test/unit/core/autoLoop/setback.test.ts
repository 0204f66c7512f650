import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import { setbackOf } from '../../../../src/core/autoLoop/setback.ts';

describe('Why a task came to nothing', () => {
  for (const [code, setback] of [
    ['lane.spawnFailed', 'lane'],
    ['supervisor.unreachable', 'lane'],
    ['supervisor.lost', 'lane'],
    ['supervisor.refused', 'blocked'],
    ['supervisor.version', 'blocked'],
    ['gate.breach', 'blocked'],
  ] as const)
    it(`takes ${code} for ${setback}`, () => {
      const ask = { kind: 'problem', problem: problem(code, 'It came to nothing.') } as const;
      assert.equal(setbackOf({ phase: 'needs-you', ask }), setback);
    });
});
