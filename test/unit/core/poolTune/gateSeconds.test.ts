import assert from 'node:assert/strict';
import { laterThan } from '../../../../src/base/clock.ts';
import type { CheckResult } from '../../../../src/core/evidence/types.ts';
import type { Job } from '../../../../src/core/job/types.ts';
import type { Run } from '../../../../src/core/loop/types.ts';
import { gateSeconds } from '../../../../src/core/poolTune/gateSeconds.ts';
import { CoreWorld, taskOf } from '../../../builders/core.ts';

const noon = '2026-01-31T12:00:00Z';
const at = (seconds: number): string => laterThan(noon, seconds * 1000);

interface Times {
  readonly dispatched: number;
  readonly begun?: number;
  readonly ended?: number;
  /** Awake seconds at its beginning and at its end. */
  readonly awake?: readonly [begun: number, ended: number];
  readonly changes?: Partial<Job>;
}

const whole = new CoreWorld()
  .start([taskOf('T-2026-0001')])
  .playUntil()
  .run();
const model = whole.jobs.find(({ kind }) => kind === 'review')!;

function review({ dispatched, begun, ended, awake, changes }: Times): Job {
  const { begunAt: _, begunAwake: _awake, ended: _ended, ...rest } = model;
  return {
    ...rest,
    dispatchedAt: at(dispatched),
    ...(begun === undefined ? {} : { begunAt: at(begun) }),
    ...(awake ? { begunAwake: awake[0] * 1000 } : {}),
    ...(ended === undefined
      ? {}
      : {
          ended: {
            at: at(ended),
            outcome: { kind: 'report', text: '' },
            ...(awake ? { awakeMs: awake[1] * 1000 } : {}),
          },
        }),
    ...changes,
  };
}

const check = (head: string, seconds: number): CheckResult => ({
  ...whole.results[0]!,
  head,
  durationMs: seconds * 1000,
});
const runWith = (jobs: readonly Job[], results: readonly CheckResult[] = [], changes: Partial<Run> = {}): Run => ({
  ...whole,
  jobs,
  results,
  ...changes,
});
const head = whole.change?.head ?? '';

describe('the time that a gate took', () => {
  const other = { ...model.identity!, head: 'other' };
  const rows: readonly (readonly [what: string, run: Run, seconds: number | null])[] = [
    ['is none where nothing was reviewed or checked', runWith([]), null],
    [
      'counts reviews that were at work at once once',
      runWith([review({ dispatched: 0, begun: 0, ended: 10 }), review({ dispatched: 0, begun: 5, ended: 20 })]),
      20,
    ],
    ['counts nothing of the wait for a place', runWith([review({ dispatched: 0, begun: 100, ended: 110 })]), 10],
    [
      'counts nothing of the time between two tries, when a person was asked',
      runWith([
        review({ dispatched: 0, begun: 0, ended: 10 }),
        review({ dispatched: 3600, begun: 3600, ended: 3605, changes: { attempt: 2 } }),
      ]),
      15,
    ],
    [
      'counts nothing of the time in which the machine slept',
      runWith([review({ dispatched: 0, begun: 0, ended: 9000, awake: [100, 130] })]),
      30,
    ],
    [
      'counts checks that take longer than the reviews beside them',
      runWith([review({ dispatched: 0, begun: 0, ended: 10 })], [check(head, 12), check(head, 8)]),
      20,
    ],
    [
      'adds the checks of the merge, which come after',
      runWith([review({ dispatched: 0, begun: 0, ended: 10 })], [check(head, 4), check('merged', 7)], {
        merged: { base: 'b', head, made: { kind: 'clean', commit: 'merged', tree: 't', both: [] }, checks: [] },
      }),
      17,
    ],
    [
      'leaves out what an older head was checked with',
      runWith([review({ dispatched: 0, begun: 0, ended: 10, changes: { identity: other } })], [check('old', 90)]),
      10,
    ],
    [
      'leaves out earlier rounds',
      runWith([
        review({ dispatched: 0, begun: 0, ended: 10, changes: { round: 0 } }),
        review({ dispatched: 20, begun: 20, ended: 25 }),
      ]),
      5,
    ],
    [
      'times no person',
      runWith([review({ dispatched: 0, begun: 0, ended: 900, changes: { agent: 'me' } })], [check(head, 3)], {
        options: { ...whole.options, people: ['me'] },
      }),
      3,
    ],
  ];
  for (const [what, run, seconds] of rows) it(what, () => assert.equal(gateSeconds(run), seconds));
});
