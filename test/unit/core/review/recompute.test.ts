import assert from 'node:assert/strict';
import { counting, reaches, recomputed } from '../../../../src/core/review/recompute.ts';
import { fourRole } from '../../../../src/core/topology/presets.ts';
import { lensIds, withLenses } from '../../../../src/core/review/lenses.ts';
import type { Finding, Severity, VerdictWord } from '../../../../src/core/review/types.ts';

const finding = (severity: Severity, advisory = false): Finding => ({
  severity,
  text: 'Bad.',
  ...(advisory ? { advisory: true as const } : {}),
});

describe('a verdict', () => {
  const cases: readonly (readonly [VerdictWord, readonly Finding[], VerdictWord])[] = [
    ['pass', [], 'pass'],
    ['pass', [finding('minor'), finding('major')], 'pass'],
    ['pass', [finding('minor'), finding('blocker')], 'not-pass'],
    ['pass', [finding('blocker', true)], 'pass'],
    ['not-pass', [], 'not-pass'],
    ['not-pass', [finding('blocker', true)], 'not-pass'],
    ['not-pass', [finding('minor')], 'not-pass'],
  ];
  for (const [said, findings, word] of cases)
    it(`${said} beside ${findings.map((one) => `${one.advisory ? 'advisory ' : ''}${one.severity}`).join(', ') || 'nothing'} is ${word}`, () =>
      assert.equal(recomputed(said, findings), word));

  it('counts findings from a floor on, advice never', () => {
    const all = (['minor', 'major', 'blocker'] as const).flatMap((one) => [finding(one), finding(one, true)]);
    const from = (floor: Severity) => counting(all).filter((one) => reaches(one, floor)).length;
    assert.deepEqual([from('minor'), from('major'), from('blocker')], [3, 2, 1]);
  });
});

describe('the lenses', () => {
  it('add one required reader each, and none twice', () => {
    const twice = withLenses(withLenses(fourRole, lensIds), lensIds);
    assert.equal(twice.roles.length, fourRole.roles.length + lensIds.length);
    assert.ok(twice.roles.slice(fourRole.roles.length).every((role) => role.authority === 'read' && role.focus !== ''));
    assert.equal(withLenses(fourRole, []), fourRole);
  });
});
