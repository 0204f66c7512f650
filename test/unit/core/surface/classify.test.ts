import assert from 'node:assert/strict';
import { classify } from '../../../../src/core/surface/classify.ts';
import { usualSurfaces } from '../../../../src/core/surface/usualSurfaces.ts';
import { usualLoadBearing } from '../../../../src/core/topology/loadBearing.ts';
import { ragLoadBearing, ragRules } from './ragRules.ts';

interface Expected {
  readonly surface: string;
  readonly additional?: readonly string[];
  readonly confidence: string;
  readonly flags?: string;
}

const flagsOf = (found: ReturnType<typeof classify>): string =>
  [
    found.private ? 'private' : '',
    found.needsEvidence ? 'evidence' : '',
    found.serial ? 'serial' : '',
    found.routine ? 'routine' : '',
  ]
    .filter((flag) => flag !== '')
    .join(' ');

describe('surfaces', () => {
  const usual: readonly (readonly [readonly string[], Expected])[] = [
    [['docs/a.md'], { surface: 'docs-only', confidence: 'high', flags: 'routine' }],
    [['docs/adr/1.md'], { surface: 'governance-adr', confidence: 'high', flags: 'evidence serial' }],
    [
      ['Makefile', 'docs/a.md'],
      { surface: 'ci-validation', additional: ['docs-only'], confidence: 'high', flags: 'routine' },
    ],
    [
      ['Makefile', 'docs/adr/1.md'],
      { surface: 'governance-adr', additional: ['ci-validation'], confidence: 'medium', flags: 'evidence serial' },
    ],
    [
      ['src/a.ts', 'test/a.test.ts', 'README.md'],
      { surface: 'source', additional: ['tests', 'docs-only'], confidence: 'high', flags: '' },
    ],
    [['db/migrations/1.sql'], { surface: 'product-runtime', confidence: 'high', flags: 'evidence serial' }],
    [
      ['data/private/x'],
      { surface: 'privacy-sensitive-artifact', confidence: 'high', flags: 'private evidence serial' },
    ],
    [[], { surface: 'unknown', confidence: 'low', flags: 'routine' }],
    [['a.bin'], { surface: 'unknown', confidence: 'low', flags: 'routine' }],
    [['a.bin', 'src/a.ts'], { surface: 'source', additional: ['unknown'], confidence: 'medium', flags: '' }],
  ];
  for (const [files, expected] of usual)
    it(`of ${files.join(', ') || 'nothing'} are ${expected.surface}, ${expected.confidence}`, () => {
      const found = classify(files, usualSurfaces, usualLoadBearing);
      assert.deepEqual(
        [found.surface, found.additional, found.confidence, flagsOf(found)],
        [expected.surface, expected.additional ?? [], expected.confidence, expected.flags ?? ''],
      );
    });

  const own: readonly (readonly [readonly string[], string, readonly string[], string, string])[] = [
    [['docs/a.md'], 'docs-only', [], 'high', 'Documentation / Governance Reviewer'],
    [['docs/adr/1.md'], 'governance-adr', [], 'high', 'Deep Reviewer'],
    [['Makefile', 'docs/a.md'], 'ci-validation', ['docs-only'], 'high', 'Maintainer / CI Reviewer'],
    [['Makefile', 'docs/adr/1.md'], 'governance-adr', ['ci-validation'], 'medium', 'Deep Reviewer'],
    [
      ['reports/real100/a.json'],
      'privacy-sensitive-artifact',
      ['private-real-eval', 'benchmark-reporting'],
      'medium',
      'Benchmark + Privacy Auditor',
    ],
    [['eval/fixtures/smoke_rfp/a.json'], 'public-fixture-smoke', [], 'high', 'Benchmark Auditor'],
    [['eval/run.py'], 'eval-harness', ['benchmark-reporting'], 'medium', 'Benchmark Auditor'],
    [['rag_core.py'], 'product-runtime', [], 'high', 'Deep Reviewer'],
    [['docs/evaluation/a.md'], 'benchmark-reporting', ['docs-only'], 'high', 'Benchmark Auditor'],
    [['weights.bin'], 'unknown', [], 'low', 'Human reviewer'],
  ];
  for (const [files, surface, additional, confidence, reviewer] of own)
    it(`of a project's own list name ${files.join(', ')} ${surface}`, () => {
      const found = classify(files, ragRules, ragLoadBearing);
      assert.deepEqual(
        [found.surface, found.additional, found.confidence, found.reviewer],
        [surface, additional, confidence, reviewer],
      );
    });

  it('name the load-bearing files, and ask for evidence because of them', () => {
    const found = classify(['eval/fixtures/smoke_rfp/a.json', 'x.md'], ragRules, ragLoadBearing);
    assert.deepEqual([found.loadBearing, found.needsEvidence], [['eval/fixtures/smoke_rfp/a.json'], true]);
  });

  it('count also when a rule only names them beside its own', () => {
    const [rule] = ragRules;
    const found = classify(['docs/adr/1.md'], [{ ...rule!, also: ['legal'] }], []);
    assert.deepEqual([found.surface, found.additional, found.confidence], ['governance-adr', ['legal'], 'medium']);
  });
});
