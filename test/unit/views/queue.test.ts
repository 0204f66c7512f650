import assert from 'node:assert/strict';
import { queueView } from '../../../src/app/views/queue.ts';
import { queueDescription } from '../../../src/app/views/viewDescription.ts';
import { problem } from '../../../src/base/problem.ts';
import { laneJudge } from '../../../src/core/queue/lanes.ts';
import type { Run } from '../../../src/core/loop/types.ts';
import { aScene, aState, aTask, at, gateOpenState, reader, workingState } from '../../builders/scene.ts';

const decided = (kind: 'approved' | 'abandoned', merged = false): Run['decision'] => ({
  kind,
  by: 'editor',
  at: at('14:04'),
  head: 'x',
  merged,
});

const check = { line: 'npm test', argv: ['npm', 'test'] };
const runs: readonly (readonly [string, Partial<Run>, string, string])[] = [
  ['preparing', { phase: 'preparing' }, 'P1 · starting', 'task.running'],
  ['implementing', {}, 'P1 · running', 'task.running'],
  ['a second cycle', { round: 2 }, 'P1 · running · cycle 2 of 3', 'task.running'],
  ['reviewing', { phase: 'reviewing' }, 'P1 · in review', 'task.running'],
  ['asking for files', { phase: 'needs-you', ask: { kind: 'claims' } }, 'P1 · needs you: which files?', 'task.claims'],
  [
    'asking for a check',
    { phase: 'needs-you', ask: { kind: 'checks', checks: [check] } },
    'P1 · needs you: allow checks',
    'task.checks',
  ],
  [
    'a problem',
    { phase: 'needs-you', ask: { kind: 'problem', problem: problem('a.b', 'Lost.') } },
    'P1 · needs you: Lost.',
    'task.problem',
  ],
  ['stopped', { phase: 'stopped' }, 'P1 · stopped, can resume', 'task.stopped'],
  ['approved', { phase: 'ended', decision: decided('approved') }, 'P1 · approved 14:04', 'task.approved'],
  ['merged', { phase: 'ended', decision: decided('approved', true) }, 'P1 · merged 14:04', 'task'],
  ['given up', { phase: 'ended', decision: decided('abandoned') }, 'P1 · given up 14:04', 'task'],
];

const rowOf = (run: Partial<Run>): readonly (string | undefined)[] => {
  const node = queueView(reader(), aScene(workingState(run))).find((one) => one.id === 'task:T-2026-0014');
  return [node?.description, node?.contextValue];
};

describe('queue view', () => {
  for (const [title, run, words, kind] of runs) {
    it(`says how a task stands: ${title}`, () => assert.deepEqual(rowOf(run), [words, kind]));
  }

  it('shows what is recommended behind all tasks, and marks what waits in the backlog, so that both can be promoted', () => {
    const recommendation = {
      title: 'Test Makefile',
      priority: 1,
      ownerRole: 'Implementer',
      goal: 'It is tested.',
      reason: problem('a.b', 'It is *new*.'),
      claims: [],
      acceptance: ['A test fails.'],
      validation: [],
      trigger: 'untested-tool',
      lane: 'parallel-safe' as const,
      byAgent: false,
    };
    const state = aState({ queue: { tasks: [aTask({ id: 'T-2026-0001', status: 'backlog' })], problems: [] } });
    const nodes = queueView(reader(), aScene(state, { recommendations: [recommendation] }));
    assert.deepEqual(
      nodes.map(({ contextValue, subject, description }) => [contextValue, subject, description]),
      [
        ['task.backlog', { task: 'T-2026-0001', wish: 'T-2026-0001' }, 'P1 · backlog'],
        ['recommendations', {}, '1'],
      ],
    );
    const [row] = nodes[1]?.children ?? [];
    assert.deepEqual(
      [row?.label, row?.description, row?.contextValue, row?.subject],
      ['Test Makefile', 'P1 · It is *new*.', 'recommendation', { wish: 'Test Makefile' }],
    );
    assert.ok(row?.tooltip.includes('It is \\*new\\*'), row?.tooltip);
  });

  it('asks for approval once the gate is open', () => {
    const [node] = queueView(reader(), aScene(gateOpenState()));
    assert.deepEqual(
      [node?.description, node?.contextValue, node?.action?.name, node?.tone],
      ['P1 · gate open: approve?', 'task.decide', 'showTask', 'attention'],
    );
  });

  it('counts what keeps the gate closed, and lists it in the tooltip', () => {
    const [node] = queueView(reader(), aScene(gateOpenState({ verdicts: [] })));
    assert.equal(node?.description, 'P1 · gate: 2 missing');
    assert.match(node?.tooltip ?? '', /Reviewer has given no verdict/);
  });

  it('puts what needs a person first, then what runs, then the queue by priority and place', () => {
    const tasks = [
      aTask({ id: 'T-2026-0003', priority: 2, line: 30 }),
      aTask({ id: 'T-2026-0002', priority: 1, line: 20 }),
      aTask({ id: 'T-2026-0001', priority: 1, line: 40 }),
      aTask({ id: 'T-2026-0009', priority: 0, line: 50, status: 'done' }),
      aTask({ id: 'T-2026-0014', priority: 5, line: 60 }),
    ];
    const state = { ...workingState(), queue: { tasks, problems: [] } };
    assert.deepEqual(
      queueView(reader(), aScene(state)).map((node) => node.id.slice(-4)),
      ['0014', '0002', '0001', '0003', '0009'],
    );
  });

  it('shows a queue that can not be read fully, but no warning where there is none yet', () => {
    const problems = [problem('queue.missing', 'None yet.'), problem('queue.badHeading', 'Line 3 is no task.')];
    assert.deepEqual(
      queueView(reader(), aScene(aState({ queue: { tasks: [], problems } }))).map((node) => [node.label, node.icon]),
      [['Line 3 is no task.', 'warning']],
    );
  });

  it('keeps words of the file that it does not know', () => {
    const state = aState({ queue: { tasks: [aTask({ status: 'on hold' })], problems: [] } });
    assert.equal(queueView(reader(), aScene(state))[0]?.description, 'P1 · on hold');
  });

  it('never lets a title form Markdown', () => {
    const state = aState({ queue: { tasks: [aTask({ title: '[x](command:y) <b>' })], problems: [] } });
    const tooltip = queueView(reader(), aScene(state))[0]?.tooltip ?? '';
    assert.ok(!tooltip.includes('](command:'), tooltip);
    assert.ok(!/(?<!\\)<b/.test(tooltip), tooltip);
  });

  it('says beside what a task may be worked on, what it waits for, and how many could begin', () => {
    const tasks = [
      aTask({ id: 'T-2026-0001' }),
      aTask({ id: 'T-2026-0002', claims: [] }),
      aTask({ id: 'T-2026-0003', dependsOn: ['T-2026-0001'] }),
      aTask({ id: 'T-2026-0004', status: 'blocked' }),
      aTask({ id: 'T-2026-0005', status: 'backlog' }),
    ];
    const scene = aScene(aState({ queue: { tasks, problems: [] } }), {
      laneOf: laneJudge({ serialWords: [], surfaces: [], loadBearing: [] }),
    });
    assert.deepEqual(
      queueView(reader(), scene).map(({ description }) => description),
      [
        'P1 · ready · parallel-safe',
        'P1 · ready · one at a time: It names no files.',
        'P1 · waits for T-2026-0001 · parallel-safe',
        'P1 · blocked',
        'P1 · backlog',
      ],
    );
    assert.equal(queueDescription(reader(), scene), '2 ready · 2 blocked');
  });
});
