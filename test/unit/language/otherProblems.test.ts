import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { DiagnosticSeverity } from 'vscode-languageserver/node';
import { diagnosticsOf } from '../../../src/language/diagnostics.ts';
import { generatedProblems, planProblems, reportProblems } from '../../../src/language/otherProblems.ts';
import { placeOf } from '../../../src/language/place.ts';
import { parseQueue } from '../../../src/protocol/queue.ts';
import type { QueueProblem } from '../../../src/protocol/queueEntry.ts';
import { documentOf, filesOf } from './documents.ts';

const place = placeOf('file:///repo/.mam/jobs/7/report.md');
assert.ok(place);
const brief = (kind: string, head?: string): string =>
  `# A brief\n\nMAM-BRIEF: ${JSON.stringify({ job: '7', attempt: 1, round: 1, kind, session: 's', role: 'R', task: 'T-2026-0001', head })}\n`;
const told = (problems: readonly QueueProblem[]): readonly string[] =>
  problems.map(({ line, problem }) => `${line} ${problem.code}`);
const head = '0123456789abcdef0123456789abcdef01234567';

describe('problems of a report', () => {
  const found: Readonly<Record<string, readonly [brief: string | null, text: string, codes: readonly string[]]>> = {
    'a review without a verdict': [brief('review', head), 'Fine.', ['1 verdict.missing']],
    'a review of another commit': [brief('review', head), 'Head: 7654321\n[VERDICT: PASS]', ['1 verdict.otherHead']],
    'a review whose commit nobody knows': [brief('review'), 'Head: 7654321\n[VERDICT: PASS]', []],
    'a writer gives no verdict': [brief('implement'), 'Done.', []],
    'a report without a brief and without a verdict': [null, 'Done.', []],
    'a report without a brief that tries': [null, '**[VERDICT: PASS]**', ['1 verdict.missing']],
    'a brief that can not be read': ['MAM-BRIEF: {', '**[VERDICT: PASS]**', ['1 verdict.missing']],
  };
  for (const [title, [about, text, codes]] of Object.entries(found))
    it(title, async () => {
      const files = filesOf(about === null ? {} : { '.mam/jobs/7/brief.md': about });
      assert.deepEqual(told(await reportProblems(text, place, files)), codes);
    });
});

describe('problems of the report of a delegated job', () => {
  const attempt = placeOf('file:///repo/.mam/jobs/j1/2/report.md');
  assert.ok(attempt);
  const about = (kind: string): string =>
    `MAM-BRIEF: ${JSON.stringify({ job: 'j1', attempt: 2, kind, role: null, task: null, workdir: '/repo', claims: [] })}\n`;
  const manifestOf = (text: string, number = 2): string => {
    const sha256 = createHash('sha256').update(text).digest('hex');
    return JSON.stringify({ v: 1, job: 'j1', attempt: number, sha256, bytes: Buffer.byteLength(text) });
  };
  const review = 'Gut geprüft.\n\n[VERDICT: NOT PASS]\n';
  const found: Readonly<
    Record<string, readonly [kind: string, text: string, manifest: string | null, codes: string[]]>
  > = {
    'work that was handed in': ['work', 'Done: ü.\n', manifestOf('Done: ü.\n'), []],
    'work that only lies there': ['work', 'Done.\n', null, ['1 report.noManifest']],
    'work that was changed since': ['work', 'Done, mostly.\n', manifestOf('Done.\n'), ['1 report.otherManifest']],
    'the report of an earlier attempt': ['work', 'Done.\n', manifestOf('Done.\n', 1), ['1 report.otherManifest']],
    'a manifest that can not be read': ['work', 'Done.\n', '{', ['1 report.otherManifest']],
    'a review that was handed in': ['review', review, manifestOf(review), []],
    'a review without its verdict': ['review', 'Good.\n', manifestOf('Good.\n'), ['1 verdict.missing']],
    'a review without anything': ['review', 'Good.\n', null, ['1 verdict.missing', '1 report.noManifest']],
  };
  for (const [title, [kind, text, manifest, codes]] of Object.entries(found))
    it(title, async () => {
      const folder = '.mam/jobs/j1/2';
      const files = filesOf({
        [`${folder}/brief.md`]: about(kind),
        ...(manifest === null ? {} : { [`${folder}/manifest.json`]: manifest }),
      });
      assert.deepEqual(told(await reportProblems(text, attempt, files)), codes);
    });
});

describe('problems of what MAM writes', () => {
  it('are a hint at its first line', () => {
    const text = '# Active Assignment: Reviewer\n';
    assert.deepEqual(diagnosticsOf(documentOf(text), generatedProblems(text)), [
      {
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 29 } },
        severity: DiagnosticSeverity.Hint,
        code: 'ledger.generated',
        source: 'MAM',
        message:
          'MAM writes this file from what it knows, so a change made here is lost. Change the task in tasks/queue.md instead.',
      },
    ]);
  });

  it('are those of a verdict that it holds, too', () =>
    assert.deepEqual(told(generatedProblems('Fine.\n[VERDICT: PASS]\nThanks.')), [
      '1 ledger.generated',
      '3 verdict.missing',
    ]));
});

describe('problems of a plan', () => {
  it('are tasks that the queue has not, once each', () => {
    const queue = parseQueue('## T-2026-0001 - A\n');
    const text = '# Plan of T-2026-0001\r\n\r\nT-2026-0002, T-2026-0001, T-2026-0003\r\nT-2026-0002\r\n';
    assert.deepEqual(
      planProblems(text, queue).map(({ line, problem }) => [line, problem.code, problem.params['task']]),
      [
        [3, 'plan.unknownTask', 'T-2026-0002'],
        [3, 'plan.unknownTask', 'T-2026-0003'],
      ],
    );
  });
});
