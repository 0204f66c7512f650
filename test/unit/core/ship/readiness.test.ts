import assert from 'node:assert/strict';
import { err, ok } from '../../../../src/base/result.ts';
import { assessReadiness, type ReadinessFacts } from '../../../../src/core/ship/readiness.ts';
import { classify } from '../../../../src/core/surface/classify.ts';
import { usualSurfaces } from '../../../../src/core/surface/usualSurfaces.ts';
import { aProblem } from '../../../builders/core.ts';

const facts = (more: Partial<ReadinessFacts> = {}, files: readonly string[] = ['src/a.ts']): ReadinessFacts => ({
  files,
  unread: null,
  surface: classify(files, usualSurfaces, ['rag_core.py']),
  task: 'T-2026-0001',
  pullRequest: '12',
  handoff: ok({ ok: true }),
  privacyFindings: 0,
  body: 0,
  claim: 0,
  startPaths: ['tasks/queue.md', 'docs/plans/**'],
  ...more,
});

const codes = (given: ReadinessFacts): readonly [number, string, readonly string[], readonly string[]] => {
  const found = assessReadiness(given);
  const short = (list: typeof found.blockers) => list.map((one) => one.code.replace('readiness.', ''));
  return [found.score, found.decision, short(found.blockers), short(found.warnings)];
};

describe('readiness', () => {
  const rows: readonly (readonly [string, ReadinessFacts, ReturnType<typeof codes>])[] = [
    ['everything there', facts(), [100, 'ready-for-human-approval', [], []]],
    ['one warning', facts({ task: null }), [92, 'ready-for-human-approval', [], ['noTask']]],
    [
      'three warnings',
      facts({ body: 'none', claim: 'none', task: null }),
      [76, 'review-before-ship', [], ['noTask', 'noBody', 'noClaim']],
    ],
    ['no files', facts({}, []), [62, 'blocked', ['noFiles'], ['mixed']]],
    ['files that nobody could look up', facts({ unread: aProblem }), [70, 'blocked', [aProblem.code], []]],
    ['private files', facts({}, ['data/private/x']), [70, 'blocked', ['privateSurface'], []]],
    ['measured files', facts({}, ['bench/a.ts']), [92, 'ready-for-human-approval', [], ['benchmark']]],
    ['load-bearing files', facts({}, ['rag_core.py']), [92, 'ready-for-human-approval', [], ['runtime']]],
    ['incomplete notes', facts({ handoff: ok({ ok: false }) }), [70, 'blocked', ['handoff'], []]],
    [
      'texts with findings',
      facts({ body: 2, claim: 1, privacyFindings: 3 }),
      [10, 'blocked', ['privacy', 'body', 'claim'], []],
    ],
    [
      'texts that are not there',
      facts({ body: 'missing', claim: 'missing' }),
      [40, 'blocked', ['bodyMissing', 'claimMissing'], []],
    ],
    [
      'more than can be counted',
      facts({ body: 1, claim: 1, privacyFindings: 1, handoff: ok({ ok: false }) }, []),
      [0, 'blocked', ['noFiles', 'handoff', 'privacy', 'body', 'claim'], ['mixed']],
    ],
    [
      'a task that starts with its plan',
      facts({ pullRequest: null, handoff: ok({ ok: false }) }, ['docs/plans/a.md', 'tasks/queue.md']),
      [92, 'ready-for-human-approval', [], ['handoff']],
    ],
    ['notes that nobody can read', facts({ handoff: err(aProblem) }), [70, 'blocked', [aProblem.code], []]],
    [
      'notes that nobody can read when the task starts',
      facts({ pullRequest: null, handoff: err(aProblem) }, ['tasks/queue.md']),
      [70, 'blocked', [aProblem.code], []],
    ],
    ['notes that nobody looked at', facts({ handoff: null }), [70, 'blocked', ['handoff'], []]],
    [
      'a task that starts with nothing',
      facts({ pullRequest: null, handoff: ok({ ok: true }) }, []),
      [84, 'ready-for-human-approval', [], ['noFiles', 'mixed']],
    ],
    [
      'no task and no files',
      facts({ pullRequest: null, task: null }, []),
      [54, 'blocked', ['noFiles'], ['mixed', 'noTask']],
    ],
  ];
  for (const [what, given, expected] of rows)
    it(`with ${what}: ${expected[1]} at ${expected[0]}`, () => assert.deepEqual(codes(given), expected));

  it('says whether the task only starts', () => {
    assert.equal(assessReadiness(facts({ pullRequest: null }, ['tasks/queue.md'])).taskStart, true);
    assert.equal(assessReadiness(facts({ pullRequest: null })).taskStart, false);
    assert.equal(assessReadiness(facts({}, ['tasks/queue.md'])).taskStart, false);
  });
});
