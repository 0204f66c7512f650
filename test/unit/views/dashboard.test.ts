import assert from 'node:assert/strict';
import { boardView } from '../../../src/app/views/board.ts';
import { dashboardView, evidenceView, gatesView } from '../../../src/app/views/dashboard.ts';
import type { Batch } from '../../../src/core/batch/types.ts';
import type { Loop, Run } from '../../../src/core/loop/types.ts';
import { batchPlan } from '../../builders/batch.ts';
import { aTeam } from '../../builders/team.ts';
import {
  aLoop,
  aProblem,
  aScene,
  aState,
  aTask,
  at,
  commits,
  gateOpenState,
  reader,
  workingState,
} from '../../builders/scene.ts';

const columnOf = (run: Partial<Run>): readonly string[] => {
  const state = run.phase === 'waiting' ? gateOpenState(run) : workingState(run);
  return boardView(reader(), state)
    .filter((column) => column.cards.some((card) => card.id === 'T-2026-0014'))
    .map((column) => column.id);
};

const proposing = aLoop({
  options: {
    ...aLoop().options,
    patch: {
      command: ['codex'],
      terms: {
        sandbox: 'workspace-write',
        auth: { mode: 'chatgpt', status: 'ok' },
        model: null,
        timeoutMs: 0,
        maxCommands: 0,
      },
      assignment: null,
      base: null,
      seedChanges: false,
    },
  },
});

const aBatch: Batch = {
  ...batchPlan([]),
  id: 'batch-1',
  decision: 'running',
  jobs: [],
  verdicts: [],
  audit: null,
  startedAt: at('14:02'),
  endedAt: null,
};

const decision = { kind: 'approved', by: 'editor', at: at('14:04'), head: commits.head, merged: false } as const;

const columns: readonly (readonly [string, Partial<Run>, string])[] = [
  ['implementing', {}, 'running'],
  ['reviewing', { phase: 'reviewing' }, 'review'],
  ['a closed gate', { phase: 'waiting', verdicts: [] }, 'review'],
  ['an open gate', { phase: 'waiting' }, 'you'],
  ['a question', { phase: 'needs-you', ask: { kind: 'claims' } }, 'you'],
  ['approved', { phase: 'ended', decision }, 'ready'],
  ['merged', { phase: 'ended', decision: { ...decision, merged: true } }, 'done'],
  ['stopped', { phase: 'stopped' }, 'deferred'],
];

const loops: readonly (readonly [string, Partial<Loop>, string, readonly string[]])[] = [
  ['running', {}, 'loop running', ['stopLoop', 'addTask']],
  ['stopping', { state: 'stopping' }, 'stopping', ['resumeLoop', 'startLoop', 'addTask']],
  ['stopped', { state: 'ended', outcome: 'stopped' }, 'loop stopped', ['resumeLoop', 'startLoop', 'addTask']],
  ['blocked', { state: 'ended', outcome: 'blocked' }, 'loop blocked', ['startLoop', 'addTask']],
  ['completed', { state: 'ended', outcome: 'completed' }, 'loop completed', ['startLoop', 'addTask']],
];

describe('dashboard view', () => {
  for (const [title, run, column] of columns) {
    it(`puts a task where it stands: ${title}`, () => assert.deepEqual(columnOf(run), [column]));
  }

  for (const [title, loop, words, buttons] of loops) {
    it(`says how the loop is and offers what can be done: ${title}`, () => {
      const model = dashboardView(
        reader(),
        aScene({ ...workingState(), loops: { 'loop-1': aLoop(loop) } }),
        '',
        'board',
      );
      assert.deepEqual([model.loop.words, model.buttons.map((button) => button.name)], [words, buttons]);
    });
  }

  for (const [title, beside, others] of [
    ['a team', { teams: { 'team-1': aTeam() } }, [['startLoop', false]]],
    ['a lane that proposes', { loops: { 'loop-9': proposing } }, []],
    ['a batch of lanes', { batches: { 'batch-1': aBatch } }, [['startLoop', false]]],
  ] as const)
    it(`offers to stop ${title} that runs without a loop`, () => {
      const { buttons } = dashboardView(reader(), aScene(aState(beside)), '', 'board');
      assert.deepEqual(
        buttons.map(({ name, primary }) => [name, primary]),
        [['stopLoop', true], ...others, ['addTask', false]],
      );
    });

  it('offers to stop nothing that has ended', () => {
    const teams = { 'team-1': aTeam({ decision: 'proposed' }) };
    const { buttons } = dashboardView(reader(), aScene(aState({ teams })), '', 'board');
    assert.deepEqual(
      buttons.map(({ name }) => name),
      ['startLoop', 'addTask'],
    );
  });

  it('shows a lamp for each required role, of this round only', () => {
    const card = boardView(reader(), gateOpenState({ round: 2 }))
      .flatMap((column) => column.cards)
      .find((one) => one.id === 'T-2026-0014');
    assert.deepEqual(
      card?.lamps.map((lamp) => [lamp.role, lamp.letters, lamp.mark.words]),
      [
        ['Reviewer', 'R', 'waiting'],
        ['CI/Eval Auditor', 'CE', 'waiting'],
      ],
    );
  });

  it('shows each lane that works: who, what it does, and since when', () => {
    const card = boardView(reader(), workingState())
      .flatMap(({ cards }) => cards)
      .find(({ id }) => id === 'T-2026-0014');
    assert.deepEqual(
      card?.lanes.map(({ role, agent, mark }) => [role, agent, mark.words]),
      [['Implementer', 'claude', 'working, 3 min']],
    );
    const done = boardView(reader(), gateOpenState()).flatMap(({ cards }) => cards);
    assert.deepEqual(
      done.flatMap(({ lanes }) => lanes),
      [],
    );
  });

  const cycle = { run: 'run-1', task: 'T-2026-0014', outcome: 'deferred' } as const;
  const other = { run: 'run-0', task: 'T-2026-0013', outcome: 'completed' } as const;

  it('sets a task aside whose gate its loop left closed', () => {
    const state = gateOpenState({ phase: 'waiting', verdicts: [] });
    const after = { ...state, loops: { 'loop-1': aLoop({ cycles: [cycle] }) } };
    const all = boardView(reader(), after);
    assert.deepEqual(
      all.filter(({ cards }) => cards.some(({ run }) => run === 'run-1')).map(({ id }) => id),
      ['deferred'],
    );
  });

  it('counts what the loop has come to, beside its guards and its width', () => {
    const facts = (loop: Loop): readonly string[] =>
      dashboardView(reader(), aScene({ ...workingState(), loops: { 'loop-1': loop } }), '', 'board').loopFacts;
    const guards = { target: 3, maxBlockers: 3, maxMs: 90_000 };
    const loop = aLoop({ cycles: [other, cycle], streak: 1 });
    assert.deepEqual(facts({ ...loop, options: { ...loop.options, guards, pool: 4 } }), [
      '1 of 3 completed',
      '1 deferred',
      '1 deferred in a row, 3 end the loop',
      '90 s at most',
      '4 at once',
    ]);
    const free = { target: null, maxBlockers: null, maxMs: 0 };
    assert.deepEqual(facts({ ...aLoop(), options: { ...loop.options, guards: free } }), [
      '0 completed',
      'one task at a time',
    ]);
    assert.deepEqual(facts(aLoop()), []);
  });

  it('names repository, base and owner', () => {
    const model = dashboardView(reader(), aScene(workingState()), '', 'board');
    assert.deepEqual(
      [model.repository, model.base, model.owner, model.mirror],
      ['shop', 'main 9f8e7d6', 'this window', false],
    );
  });

  it('shows the base of the settings before the first run, and disables everything at a problem', () => {
    const model = dashboardView(reader(), aScene(aState(), { problem: aProblem, role: 'mirror' }), 'develop', 'board');
    assert.deepEqual([model.base, model.mirror], ['develop', true]);
    assert.equal(model.owner, 'another window runs the work; this window mirrors it');
    assert.deepEqual(
      new Set(model.buttons.map((button) => button.disabled)),
      new Set(['The log at .git/mam can not be read.']),
    );
  });

  it('says of each closed rule what would open it', () => {
    const [gate] = gatesView(reader(), aScene(gateOpenState({ verdicts: [] })));
    const reviews = gate?.rows.find((row) => row.rule === 'reviews');
    assert.deepEqual(
      [reviews?.title, reviews?.mark.words, reviews?.missing.length],
      ['Required reviews', 'waiting', 2],
    );
    assert.equal(gate?.rows.find((row) => row.rule === 'change')?.proof, '1a2b3c4');
  });

  it('keeps tasks that only wait in the queue, the deferred apart', () => {
    const tasks = [
      aTask(),
      aTask({ id: 'T-2026-0020', status: 'blocked' }),
      aTask({ id: 'T-2026-0021', status: 'done' }),
    ];
    const shown = boardView(reader(), aState({ queue: { tasks, problems: [] } }));
    assert.deepEqual(
      shown.filter((column) => column.cards.length > 0).map((column) => [column.id, column.cards.length]),
      [
        ['queued', 1],
        ['deferred', 1],
        ['done', 1],
      ],
    );
  });
});

describe('evidence view', () => {
  const found = { ok: true, events: 42, head: 'a'.repeat(64), brokenAt: null, problem: null, seals: [] };

  it('names what was re-hashed and which seals were compared', () => {
    const seals = [
      { name: 'key file', ok: true },
      { name: 'editor', ok: false },
    ];
    assert.deepEqual(evidenceView(reader(), { ...found, ok: false, seals }).lines, [
      '42 events re-hashed, head aaaaaaa.',
      'Seal "key file" matches.',
      'Seal "editor" does not match.',
    ]);
  });

  it('says when there was no seal', () => {
    assert.deepEqual(evidenceView(reader(), found).lines.at(-1), 'No seal was there to compare.');
  });

  it('says where the chain breaks', () => {
    const report = evidenceView(reader(), { ...found, ok: false, brokenAt: 17 });
    assert.deepEqual([report.mark.words, report.mark.tone], ['chain breaks at event 17', 'bad']);
  });
});
