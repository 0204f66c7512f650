import assert from 'node:assert/strict';
import { strictBlockers } from '../../../../src/core/ship/strictPass.ts';
import { classify } from '../../../../src/core/surface/classify.ts';
import { usualSurfaces } from '../../../../src/core/surface/usualSurfaces.ts';

describe('a change that is held to more than usual', () => {
  const docs = classify(['docs/a.md'], usualSurfaces, []);
  const whole = {
    surface: docs,
    task: 'T-2026-0001',
    claim: 0,
    openFollowUps: 0,
    profile: 'docs-only-strict',
  } as const;
  const rows = [
    [{}, []],
    [{ profile: null }, []],
    [{ profile: 'agent-loop-tooling-strict' }, []],
    [{ profile: 'ci-only-strict' }, ['pass.profile']],
    [{ task: null }, ['readiness.noTask']],
    [{ claim: 'none' }, ['readiness.noClaim']],
    [{ openFollowUps: 2 }, ['pass.followUps']],
    [{ surface: classify(['docs/a.md', 'src/a.ts'], usualSurfaces, []) }, ['pass.profile']],
    [{ surface: classify(['Makefile'], usualSurfaces, []) }, ['pass.profile']],
  ] as const;
  for (const [over, expected] of rows)
    it(`with ${JSON.stringify(over).slice(0, 60)}: ${expected.join() || 'nothing in the way'}`, () =>
      assert.deepEqual(
        strictBlockers({ ...whole, ...over }).map((one) => one.code),
        expected,
      ));
});
