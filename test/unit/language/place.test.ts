import assert from 'node:assert/strict';
import { placeOf } from '../../../src/language/place.ts';

describe('the place of a document', () => {
  const places: Readonly<Record<string, string | null>> = {
    'file:///a/b/tasks/queue.md': 'queue /a/b tasks/queue.md',
    'file:///a/tasks/tasks/queue.md': 'queue /a/tasks tasks/queue.md',
    'file:///a%20b/docs/plans/x%C3%A4.md': 'plan /a b docs/plans/xä.md',
    'file:///a/docs/plans/2026/x.md': 'plan /a docs/plans/2026/x.md',
    'file:///a/docs/plans/b/docs/plans/x.md': 'plan /a/docs/plans/b docs/plans/x.md',
    'file:///a/.mam/jobs/7/report.md': 'report /a .mam/jobs/7/report.md',
    'file:///a/.mam/jobs/7/brief.md': 'generated /a .mam/jobs/7/brief.md',
    'file:///a/reports/agent_loop/active/assignments/reviewer.md':
      'generated /a reports/agent_loop/active/assignments/reviewer.md',
    'file:///a/reports/agent_loop/active/start.md': 'generated /a reports/agent_loop/active/start.md',
    'file:///a/tasks/other.md': null,
    'file:///a/mytasks/queue.md': null,
    'file:///a/docs/plans/x.txt': null,
    'file:///a/.mam/jobs/7/2/report.md': 'report /a .mam/jobs/7/2/report.md',
    'file:///a/.mam/jobs/7/2/brief.md': 'generated /a .mam/jobs/7/2/brief.md',
    'file:///a/.mam/jobs/7/x/report.md': null,
    'file://elsewhere/a/tasks/queue.md': null,
    'untitled:tasks/queue.md': null,
    nonsense: null,
  };
  for (const [uri, expected] of Object.entries(places))
    it(`${uri} is ${expected ?? 'none of ours'}`, () => {
      const place = placeOf(uri);
      assert.equal(place && `${place.kind} ${place.root} ${place.path}`, expected);
    });
});
