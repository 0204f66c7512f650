import assert from 'node:assert/strict';
import { sightOf } from '../../../../src/app/delegation/sightOf.ts';
import type { ReportLook } from '../../../../src/app/ports/reports.ts';
import { problem } from '../../../../src/base/problem.ts';

const beganAt = '2026-11-30T10:00:01Z';
const attempt = { attempt: 2, beganAt };
const at = (iso: string): number => Date.parse(iso);
const manifest = { v: 1, job: 'j1', attempt: 2, sha256: 'aa', bytes: 5 };
const look = (change: Partial<Extract<ReportLook, { kind: 'report' }>> = {}): ReportLook => ({
  kind: 'report',
  text: 'Done.',
  sha256: 'aa',
  bytes: 5,
  modifiedAt: at('2026-11-30T10:00:05Z'),
  manifest: null,
  ...change,
});
const seen = (one: ReportLook) => sightOf({ id: 'j1', kind: 'work' }, attempt, one);
const work = (one: ReportLook) => seen(one).report;
const review = (text: string) => sightOf({ id: 'j1', kind: 'review' }, attempt, look({ text })).report?.verdict;

describe('the sight of a report', () => {
  it('is what is there, and nothing where nothing counts', () => {
    assert.deepEqual(work(look()), { sha256: 'aa', bytes: 5, manifest: false, verdict: null });
    for (const none of [
      { kind: 'none' } as const,
      { kind: 'refused', problem: problem('a.b', 'No.') } as const,
      look({ text: ' \n' }),
    ])
      assert.equal(work(none), null);
  });

  it('says why what is there is taken for none', () => {
    const link = problem('files.link', 'A link.');
    assert.deepEqual(seen({ kind: 'refused', problem: link }), { report: null, refused: link });
    assert.equal(seen(look({ modifiedAt: at('2026-11-30T09:00:00Z') })).refused?.code, 'report.older');
    for (const none of [{ kind: 'none' } as const, look({ text: ' ' }), look()]) assert.equal(seen(none).refused, null);
  });

  it('is none of a file from before the attempt, unless its manifest says that it is this attempt’s', () => {
    const old = { modifiedAt: at('2026-11-30T10:00:00.900Z') };
    assert.equal(work(look(old)), null);
    assert.equal(work(look({ ...old, manifest: JSON.stringify(manifest) }))?.manifest, true);
    assert.ok(work(look({ modifiedAt: at(beganAt) })));
  });

  for (const [what, change] of [
    ['another job', { job: 'j2' }],
    ['another attempt', { attempt: 1 }],
    ['another content', { sha256: 'bb' }],
    ['another size', { bytes: 6 }],
    ['a newer version', { v: 2 }],
  ] as const)
    it(`is not proved by the manifest of ${what}`, () =>
      assert.equal(work(look({ manifest: JSON.stringify({ ...manifest, ...change }) }))?.manifest, false));

  it('is not proved by what is no manifest', () => {
    for (const text of ['', '{', 'null', '[]', '{"v":1}'])
      assert.equal(work(look({ manifest: text }))?.manifest, false);
    assert.equal(work(look({ manifest: JSON.stringify(manifest) }))?.manifest, true);
  });

  it('has the verdict of a review alone, by its one grammar', () => {
    assert.equal(review('Fine.\n[VERDICT: PASS]\n\n'), 'pass');
    assert.equal(review('[VERDICT: NOT PASS]'), 'notPass');
    for (const text of [
      'Fine.',
      '> [VERDICT: PASS]',
      '```\n[VERDICT: PASS]\n```',
      '[VERDICT: PASS]\nmore',
      '[VERDICT: NOT PASS]\n[VERDICT: PASS]',
    ])
      assert.equal(review(text), null, text);
    assert.equal(review('- [blocker] a.ts:1 - wrong\n[VERDICT: PASS]'), 'notPass');
    assert.equal(work(look({ text: '[VERDICT: PASS]' }))?.verdict, null);
  });
});
