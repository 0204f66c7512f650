import assert from 'node:assert/strict';
import { boardView } from '../../../src/app/views/board.ts';
import { dashboardView } from '../../../src/app/views/dashboard.ts';
import { limitedUntil, heldLines } from '../../../src/app/views/limitWords.ts';
import { sessionsView } from '../../../src/app/views/sessions.ts';
import { statusBarView } from '../../../src/app/views/statusBar.ts';
import { costOf, usageLines, usageWords } from '../../../src/app/views/usageWords.ts';
import { problem } from '../../../src/base/problem.ts';
import type { Job, Usage } from '../../../src/core/job/types.ts';
import type { UsageLimit } from '../../../src/core/limit/types.ts';
import type { State } from '../../../src/core/state.ts';
import { aJob, aScene, at, reader, workingState } from '../../builders/scene.ts';

const limit = (change: Partial<UsageLimit> = {}): UsageLimit => ({
  since: at('14:04'),
  until: at('15:40'),
  trial: null,
  isSpent: false,
  ...change,
});
const limitedJob = aJob({
  ended: {
    at: at('14:04'),
    outcome: { kind: 'limited', problem: problem('lane.limited', 'Limited.'), until: at('15:40') },
  },
});
const held = (jobs: readonly Job[] = [limitedJob], limits: State['limits'] = { claude: limit() }): State => ({
  ...workingState({ jobs }),
  limits,
});

describe('a usage limit on the screens', () => {
  const words: readonly (readonly [until: string | null, words: string])[] = [
    [at('15:40'), 'limited until 15:40'],
    ['2026-05-05T08:05:00Z', 'limited until 08:05'],
    ['2026-05-05T08:06:00Z', 'limited until 05-05 08:06'],
    [null, 'limited, until nobody knows when'],
  ];
  for (const [until, text] of words)
    it(`until ${until ?? 'nobody knows when'} is “${text}”`, () => assert.equal(limitedUntil(reader(), until), text));

  const rows = (state: State): readonly string[] =>
    sessionsView(reader(), aScene(state)).map((node) => node.description);

  it('is said once in the row of the seat that met it', () => {
    assert.match(rows(held())[1] ?? '', /^claude · limited until 15:40 · T-2026-0014/);
  });

  it('is said in the rows of other seats of its agent, and of no other agent', () => {
    const sessions = {
      'ci-eval-auditor': {
        session: 'ci-eval-auditor',
        role: 'CI/Eval Auditor',
        status: 'idle',
        task: null,
        agent: 'claude',
        lastBeat: at('14:04'),
        claimed: null,
        lanes: {},
        ttlMs: null,
      },
    };
    const seats = rows({ ...held(), sessions });
    assert.match(seats[3] ?? '', /^claude · idle · limited until 15:40/);
    assert.doesNotMatch(seats[2] ?? '', /limited/);
  });

  it('stands in the status bar, on the card and on the dashboard while nothing else works', () => {
    const state = held();
    assert.equal(statusBarView(reader(), aScene(state)).text, '$(clock) MAM: claude limited until 15:40');
    const model = dashboardView(reader(), aScene(state), '', 'board');
    assert.deepEqual(model.loop, { words: 'claude limited until 15:40', icon: 'clock', tone: 'none' });
    const cards = boardView(reader(), state).flatMap((column) => column.cards);
    assert.equal(cards.find((card) => card.id === 'T-2026-0014')?.mark.words, 'claude limited until 15:40');
  });

  it('makes room for what works', () => {
    const effect = { kind: 'runLane', id: 'e', run: 'run-1', job: 'job-1' } as const;
    const state = { ...held([aJob()]), effects: { e: { effect, startedBy: 1 } } };
    assert.equal(statusBarView(reader(), aScene(state)).text, '$(sync~spin) MAM: 1 working');
  });

  it('is said no more once its time has come', () => {
    const state = held([], { claude: limit({ until: at('14:05') }), codex: limit({ until: at('14:04') }) });
    assert.deepEqual(heldLines(reader(), state), []);
  });

  it('is a line of its own for each agent, also while one of its lanes tries', () => {
    const state = held([], { claude: limit({ trial: 'job-2' }), codex: limit() });
    assert.deepEqual(heldLines(reader(), state), [
      'claude: tries again after its usage limit',
      'codex: limited until 15:40',
    ]);
  });
});

describe('what lanes used', () => {
  const used: readonly (readonly [usage: Usage, words: string])[] = [
    [{ inputTokens: 940, outputTokens: 80 }, '940 tokens in, 80 out'],
    [{ inputTokens: 12_345, outputTokens: 840, costUsd: 0.041 }, '12k tokens in, 840 out · $0.04'],
    [{ inputTokens: 1_260_000, outputTokens: 0, costUsd: 0 }, '1.3M tokens in, 0 out · $0.00'],
  ];
  for (const [usage, words] of used)
    it(`is told as “${words}”`, () => assert.equal(usageWords(reader(), usage), words));

  const ended = (usage?: Usage): Job =>
    aJob({ ended: { at: at('14:04'), outcome: { kind: 'report', text: 'Done.', ...(usage ? { usage } : {}) } } });

  it('is summed in money where there is a price, else in tokens, else not', () => {
    const priced = ended({ inputTokens: 1, outputTokens: 1, costUsd: 0.5 });
    const counted = ended({ inputTokens: 1500, outputTokens: 700 });
    assert.equal(costOf(reader(), [priced, counted, priced]), '$1.00');
    assert.equal(costOf(reader(), [counted, ended()]), '2k tokens');
    assert.equal(costOf(reader(), [ended(), aJob()]), '');
  });

  it('is summed for each agent', () => {
    const by = (agent: string, usage: Usage): Job => ({ ...ended(usage), agent });
    const jobs = [
      by('claude', { inputTokens: 400, outputTokens: 80 }),
      by('codex', { inputTokens: 1000, outputTokens: 20 }),
      by('claude', { inputTokens: 600, outputTokens: 20, costUsd: 0.25 }),
      by('claude', { inputTokens: 0, outputTokens: 0, costUsd: 0.5 }),
      { ...aJob(), agent: 'gemini' },
    ];
    assert.deepEqual(usageLines(reader(), jobs), [
      'claude: 1k tokens in, 100 out · $0.75',
      'codex: 1k tokens in, 20 out',
    ]);
  });

  it('stands in the row of a job that has ended', () => {
    const state = workingState({ jobs: [ended({ inputTokens: 10, outputTokens: 2, costUsd: 0.1 })] });
    const [job] = sessionsView(reader(), aScene(state))[1]?.children ?? [];
    assert.equal(job?.description, 'started 14:02 · done: report 14:04 · 10 tokens in, 2 out · $0.10');
  });
});

describe('an agent whose lanes failed, on the screens', () => {
  const why = problem('lane.failed', 'It broke.');
  const failing = (trial: string | null): State['circuits'] => ({
    claude: { failures: 3, why, openings: 1, open: { since: at('14:04'), untilAwake: 60_000, trial } },
  });
  const below: State['circuits'] = { claude: { failures: 2, why, openings: 0, open: null } };
  const rows: readonly (readonly [circuits: State['circuits'], words: string | null])[] = [
    [failing(null), 'gets no job for now: 3 lanes in a row failed'],
    [failing('job-9'), 'is tried again after 3 lanes failed'],
    [below, null],
  ];
  for (const [circuits, words] of rows)
    it(words ?? 'is not told of before it is left alone', () => {
      const done = aJob({ ended: { at: at('14:04'), outcome: { kind: 'failed', problem: why } } });
      const state: State = { ...workingState({ jobs: [done] }), circuits };
      assert.deepEqual(heldLines(reader(), state), words === null ? [] : [`claude: ${words}`]);
      assert.equal(
        dashboardView(reader(), aScene(state), '', 'board').loop.words,
        words === null ? 'loop running' : `claude ${words}`,
      );
      assert.equal(
        sessionsView(reader(), aScene(state)).some(({ description }) => words !== null && description.includes(words)),
        words !== null,
      );
    });

  it('is what a loop waits for that has begun nothing', () => {
    const state: State = { ...workingState(), runs: {}, circuits: failing(null) };
    assert.match(statusBarView(reader(), aScene(state)).text, /claude gets no job for now/);
  });
});
