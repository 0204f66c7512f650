import assert from 'node:assert/strict';
import { fill } from '../../../src/base/problem.ts';
import { plainPaint } from '../../../src/cli/paint.ts';
import { progressLine } from '../../../src/cli/progressLine.ts';
import { jobKinds } from '../../../src/core/job/kinds.ts';
import type { CheckResult } from '../../../src/core/evidence/types.ts';
import type { DomainEvent } from '../../../src/core/event.ts';
import { aRun, at, workingState } from '../../builders/scene.ts';

const state = workingState();
const line = (event: DomainEvent): string =>
  progressLine(
    { t: fill, paint: plainPaint, controlRoot: '/repo' },
    { seq: 1, at: at('14:04'), actor: 'person:ann', event },
    state,
  ) ?? '';

describe('a line of progress', () => {
  const run = Object.values(state.runs)[0] ?? aRun();
  const [job] = run.jobs;
  assert.ok(job);

  it('names the phase of every job that is neither writing nor reviewing', () => {
    const phases = jobKinds.map((kind) => {
      const said = line({ type: 'jobDispatched', job: { ...job, kind } });
      return said.slice(said.indexOf(')') + 1).replace(/^\W+/, '');
    });
    const expected = ['', '', 'planning', 'plan-talk', 'self-reviewing', 'rebutting', 'adjudicating', 'arbitrating'];
    assert.deepEqual(phases, expected);
  });

  it('says of a proof that passes at the base that it proves nothing, and of no exit code 0 that it failed', () => {
    const result: CheckResult = {
      check: { line: 'npm test', argv: ['npm', 'test'], proof: true },
      head: 'h',
      outcome: 'failed',
      exitCode: 0,
      durationMs: 5,
      without: { base: 'abcdef0123', outcome: 'passes' },
      tail: '',
    };
    const said = (over: Partial<CheckResult>) =>
      line({ type: 'checksRecorded', run: run.id, results: [{ ...result, ...over }] });
    assert.match(said({}), /npm test passes without the change, too, so it is no proof/);
    const { proof: _proof, ...plain } = result.check;
    const { without: _without, ...alone } = result;
    assert.match(
      line({ type: 'checksRecorded', run: run.id, results: [{ ...alone, check: plain, exitCode: 1 }] }),
      /check failed: npm test \(exit code 1/,
    );
    assert.match(said({ without: { base: 'abcdef0123', outcome: 'no-tests' } }), /finds no test at abcdef0,/);
  });

  it('names a base that is no branch by its commit once', () => {
    const commit = '826085e0'.padEnd(40, '0');
    const prepared = (ref: string) =>
      line({
        type: 'runPrepared',
        run: run.id,
        base: { ref, commit, tree: 't' },
        branch: 'b',
        checks: [],
        checksFrom: 'start',
      });
    assert.match(prepared(commit), /base 826085e, branch b$/);
    assert.match(prepared('refs/heads/main'), /base main 826085e, branch b$/);
  });
});
