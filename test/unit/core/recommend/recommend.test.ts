import assert from 'node:assert/strict';
import { fill } from '../../../../src/base/problem.ts';
import { recommend } from '../../../../src/core/recommend/recommend.ts';
import { signals } from '../../../../src/core/recommend/signals/index.ts';
import type { Proposal, RecommendFacts } from '../../../../src/core/recommend/types.ts';
import type { CheckResult } from '../../../../src/core/evidence/types.ts';
import type { Run } from '../../../../src/core/loop/types.ts';
import type { Finding, Verdict } from '../../../../src/core/review/types.ts';
import type { State } from '../../../../src/core/state.ts';
import type { Task } from '../../../../src/core/task/types.ts';
import { CoreWorld, fileOf, person, taskOf } from '../../../builders/core.ts';

const rules = { serialWords: ['ship'], surfaces: [], loadBearing: [] };
const clean = (changes: Partial<State>): Partial<RecommendFacts> => ({ state: { ...done.state, ...changes } });

/** One task whose gate is open, and which nobody has a word to say about. */
const done = new CoreWorld().start([taskOf('T-2026-0001', { claims: ['src/a.ts'] })]).playUntil();
const run = done.run();
const withRun = (changes: Partial<Run>): Partial<RecommendFacts> =>
  clean({ runs: { [run.id]: { ...run, ...changes } } });
const changed = (...paths: readonly string[]): Partial<Run> => ({
  change: run.change && { ...run.change, files: paths.map(fileOf) },
});
const bearing = { options: { ...run.options, loadBearing: ['src/core/'] } };
const approved: Run['decision'] = {
  kind: 'approved',
  by: 'ann',
  at: done.at,
  head: run.change?.head ?? '',
  merged: true,
};

const failed = (head: string, line = 'npm test', outcome: CheckResult['outcome'] = 'failed'): CheckResult => ({
  check: { line, argv: line.split(' ') },
  head,
  outcome,
  exitCode: 1,
  durationMs: 1,
  tail: '',
});
const passed = (findings: readonly Finding[], summary = '', changes: Partial<Verdict> = {}): Partial<Run> => ({
  verdicts: [
    {
      identity: { task: run.task.id, round: 1, run: run.id, base: '', head: run.change?.head ?? '', tree: '' },
      job: 'j',
      session: 'reviewer',
      role: 'Reviewer',
      agent: 'codex',
      word: 'pass',
      summary,
      findings,
      at: done.at,
      ...changes,
    },
  ],
});
const minor: Finding = { severity: 'minor', file: 'src/a.ts', line: 3, text: 'Rename it.' };

const queued = (...tasks: readonly Partial<Task>[]): Partial<RecommendFacts> =>
  clean({
    queue: {
      tasks: tasks.map((one, i) => taskOf(`T-2026-00${10 + i}`, { claims: ['src/x.ts'], ...one })),
      problems: [],
    },
  });
const serial = { title: 'Ship it' };

const proposal: Proposal = {
  title: 'Cache it',
  priority: 2,
  ownerRole: 'Implementer',
  goal: 'Faster.',
  why: 'It is slow.',
  role: 'Planner',
  claims: [],
  acceptance: [],
  validation: ['npm test'],
};

const meets = (...pairs: readonly (readonly [place: string, other: string, file: string])[]) =>
  new Map(
    pairs.map(([place, other, file]) => [
      place,
      [
        {
          other,
          kind: 'mam' as const,
          branch: null,
          files: [file],
          loadBearing: [],
          forecast: { kind: 'clean' as const },
        },
      ],
    ]),
  );

/** What each finds, as the titles of its recommendations. */
const cases: Readonly<
  Record<string, readonly (readonly [about: string, facts: Partial<RecommendFacts>, titles: readonly string[]])[]>
> = {
  'serial-queue': [
    [
      'three serial tasks and no other',
      queued(serial, serial, { ...serial, status: 'backlog' }),
      ['Split the serial tasks of the queue so that some can be worked on at once'],
    ],
    ['two', queued(serial, serial), []],
    ['one that is free', queued(serial, serial, serial, {}), []],
    [
      'only what is in review or done',
      queued(...['review', 'done', 'done'].map((status) => ({ ...serial, status }))),
      [],
    ],
  ],
  'no-validation': [
    ['one that is ready', queued({ checks: [] }, {}), ['Name the checks of the tasks that have none']],
    ['one of the backlog', queued({ checks: [], status: 'backlog' }), []],
  ],
  'repeated-failure': [
    [
      'the same check twice',
      withRun({ phase: 'needs-you', results: [failed('a'), failed('b')] }),
      ['Find out why npm test fails for T-2026-0001'],
    ],
    [
      'a time-out counts',
      withRun({ phase: 'stopped', results: [failed('a'), failed('b', 'npm test', 'timed-out')] }),
      ['Find out why npm test fails for T-2026-0001'],
    ],
    ['twice at one commit', withRun({ phase: 'needs-you', results: [failed('a'), failed('a')] }), []],
    ['two checks, once each', withRun({ phase: 'needs-you', results: [failed('a'), failed('b', 'make')] }), []],
    [
      'one that was not run',
      withRun({ phase: 'needs-you', results: [failed('a'), failed('b', 'npm test', 'not-run')] }),
      [],
    ],
    ['while it is at work', withRun({ phase: 'implementing', results: [failed('a'), failed('b')] }), []],
    ['once it has passed', withRun({ results: [failed('a'), failed('b')] }), []],
  ],
  'untested-tool': [
    ['a load-bearing file', withRun({ ...changed('src/core/a.ts', 'src/b.ts'), ...bearing }), ['Test src/core/a.ts']],
    [
      'tools',
      withRun(changed('Makefile', 'scripts/run.mjs', '.github/workflows/ci.yml')),
      ['Test Makefile', 'Test scripts/run.mjs', 'Test .github/workflows/ci.yml'],
    ],
    ['with a test', withRun({ ...changed('src/core/a.ts', 'test/a.test.ts'), ...bearing }), []],
    ['of work that nobody took', withRun({ ...changed('Makefile'), decision: { ...approved, kind: 'abandoned' } }), []],
  ],
  'weakened-tests': [
    [
      'approved',
      withRun({
        decision: approved,
        change: run.change && {
          ...run.change,
          tests: [{ path: 'test/a.test.ts', kind: 'skipped', before: 0, after: 1, lines: [3] }],
        },
      }),
      ['Restore the tests that T-2026-0001 weakened'],
    ],
    ['approved without any', withRun({ decision: approved }), []],
    [
      'not approved',
      withRun({
        change: run.change && {
          ...run.change,
          tests: [{ path: 'a', kind: 'deleted', before: 1, after: 0, lines: [] }],
        },
      }),
      [],
    ],
  ],
  'hot-file': [
    [
      'three worktrees',
      { overlaps: meets(['/a', '/b', 'src/x.ts'], ['/c', '/a', 'src/x.ts']) },
      ['Take src/x.ts apart so that fewer tasks change it'],
    ],
    ['two', { overlaps: meets(['/a', '/b', 'src/x.ts'], ['/b', '/a', 'src/x.ts']) }, []],
    [
      'three runs where nobody looks at worktrees',
      clean({
        runs: Object.fromEntries(['a', 'b', 'c'].map((id) => [id, { ...run, id, ...changed('src/x.ts') }])),
        openRuns: { a: true, b: true, c: true },
      }),
      ['Take src/x.ts apart so that fewer tasks change it'],
    ],
  ],
  'follow-ups': [
    ['a minor finding', withRun(passed([minor])), ['Follow up on the review of T-2026-0001']],
    [
      'a section',
      withRun(passed([], 'Good.\n\n## Follow-ups\n\n- [ ] Rename it.\n- [x] Done.\n')),
      ['Follow up on the review of T-2026-0001'],
    ],
    [
      'a section in Korean',
      withRun(passed([], '## 후속 작업\n- 이름 바꾸기')),
      ['Follow up on the review of T-2026-0001'],
    ],
    ['one that is only advice', withRun(passed([{ ...minor, advisory: true }])), []],
    [
      'of another commit',
      withRun(passed([minor], '', { identity: { task: '', round: 1, run: '', base: '', head: 'other', tree: '' } })),
      [],
    ],
    ['of who rejected it', withRun(passed([minor], '', { word: 'not-pass' })), []],
    ['none', withRun(passed([], '## Follow-ups\n\nNone.\n')), []],
  ],
  proposed: [
    ['what an agent proposed', { proposals: [proposal] }, ['Cache it']],
    ['the same twice', { proposals: [proposal, { ...proposal, title: 'CACHE  it' }] }, ['Cache it']],
  ],
};

const found = (facts: Partial<RecommendFacts>) =>
  recommend({ state: done.state, rules, overlaps: null, proposals: [], ...facts });

describe('recommendations', () => {
  it('every signal has its cases', () =>
    assert.deepEqual(Object.keys(cases).toSorted(), signals.map(({ id }) => id).toSorted()));

  it('a quiet project gets none', () => {
    assert.equal(run.phase, 'waiting');
    assert.deepEqual(found({}), []);
  });

  for (const [id, rows] of Object.entries(cases))
    describe(id, () => {
      for (const [about, facts, titles] of rows)
        it(about, () => {
          const all = found(facts);
          assert.deepEqual(
            all.filter(({ trigger }) => trigger === id).map(({ title }) => title),
            titles,
          );
          for (const { trigger, reason, goal, byAgent, lane } of all) {
            assert.ok(!fill(reason.text, reason.params).includes('{') && goal !== '');
            assert.equal(byAgent, ['proposed', 'follow-ups'].includes(trigger), 'what an agent wrote is told as that');
            assert.ok(['parallel-safe', 'serial-gated'].includes(lane));
          }
        });
    });

  it('leaves out what the queue has already, however it is written', () => {
    const world = new CoreWorld();
    world.do(
      { type: 'readQueue', tasks: [taskOf('T-2026-0001', { title: 'CACHE it', status: 'done' })], problems: [] },
      person,
    );
    assert.deepEqual(found({ state: world.state, proposals: [proposal] }), []);
  });

  it('shows the most urgent first', () => {
    const all = found({
      ...queued(serial, serial, { ...serial, checks: [] }),
      proposals: [{ ...proposal, priority: 0 }],
    });
    assert.deepEqual(
      all.map(({ priority, trigger }) => [priority, trigger]),
      [
        [0, 'serial-queue'],
        [0, 'proposed'],
        [1, 'no-validation'],
      ],
    );
  });
});
