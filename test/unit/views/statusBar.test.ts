import assert from 'node:assert/strict';
import { statusBarView } from '../../../src/app/views/statusBar.ts';
import type { State } from '../../../src/core/state.ts';
import {
  aJob,
  aProblem,
  aRun,
  aScene,
  aState,
  aTask,
  at,
  gateOpenState,
  reader,
  workingState,
} from '../../builders/scene.ts';
import { aSession } from '../../builders/sights.ts';

const ask = { phase: 'needs-you', ask: { kind: 'claims' } } as const;
const second = (state: State): State => {
  const run = state.runs['run-1'];
  assert.ok(run);
  return { ...state, runs: { ...state.runs, 'run-2': { ...run, id: 'run-2' } } };
};

const cases: readonly (readonly [string, State, string, string, string])[] = [
  ['nothing to say', aState(), '$(shield) MAM: ready', 'none', 'openDashboard'],
  [
    'lanes at work',
    workingState({ jobs: [aJob(), aJob({ id: 'job-2' })] }),
    '$(sync~spin) MAM: 2 working',
    'none',
    'openDashboard',
  ],
  [
    'an agent session at work',
    {
      ...aState(),
      agentSessions: {
        s1: aSession({
          sights: {
            hook: {
              source: 'hook',
              activity: { kind: 'working' },
              at: at('14:00'),
              seenAt: at('14:00'),
              awake: 0,
              order: 0,
            },
          },
        }),
      },
    },
    '$(sync~spin) MAM: 1 working',
    'none',
    'openDashboard',
  ],
  ['one ask', workingState(ask), '$(bell-dot) MAM: 1 needs you', 'warning', 'setClaims'],
  ['two asks', second(workingState(ask)), '$(bell-dot) MAM: 2 need you', 'warning', 'openDashboard'],
  ['an open gate', gateOpenState(), '$(pass) Gate open: T-2026-0014', 'none', 'openApprovalPacket'],
  ['two open gates', second(gateOpenState()), '$(pass) Gates open: 2', 'none', 'openApprovalPacket'],
  ['a closed gate', gateOpenState({ verdicts: [] }), '$(circle-slash) Gate: 2 missing', 'none', 'openApprovalPacket'],
];

describe('status bar view', () => {
  for (const [title, state, text, background, command] of cases) {
    it(`speaks of ${title}`, () => {
      const model = statusBarView(reader(), aScene(state));
      assert.deepEqual([model.text, model.background, model.action.name], [text, background, command]);
    });
  }

  it('puts a problem before everything', () => {
    const model = statusBarView(reader(), aScene(gateOpenState(), { problem: aProblem }));
    assert.deepEqual(
      [model.text, model.background, model.action.name],
      ['$(error) MAM: database unreadable', 'error', 'showLog'],
    );
    assert.match(model.tooltip, /can not be read/);
  });

  it('offers the way out of a foreign ledger', () => {
    const problem = { code: 'ledger.foreign', text: 'Another tool.', params: {} };
    const model = statusBarView(reader(), aScene(aState(), { problem }));
    assert.deepEqual([model.text, model.action.name], ['$(error) MAM: ledger of another tool', 'importLedger']);
  });

  it('says what is missing per task, and who owns the work in a second window', () => {
    const owner = { pid: 1, host: 'cli', epoch: 1, version: '0.1.0', label: 'mam loop, pid 1' } as const;
    const scene = aScene(gateOpenState({ verdicts: [], startedAt: at('13:00') }), { role: 'mirror', owner });
    const { tooltip } = statusBarView(reader(), scene);
    assert.match(tooltip, /T\\-2026\\-0014/);
    assert.match(tooltip, /no verdict on this commit/);
    assert.match(tooltip, /mam loop, pid 1 runs the work here/);
  });

  it('reads the same words aloud without the icon', () => {
    assert.equal(statusBarView(reader(), aScene(workingState())).accessibilityLabel, 'MAM: 1 working');
  });

  it('leads from its tooltip to each task and to what waits, where links can be followed', () => {
    const scene = aScene({
      ...gateOpenState(),
      runs: { ...gateOpenState().runs, r2: aRun({ id: 'r2', ...ask, task: aTask({ id: 'T-2026-0015' }) }) },
    });
    const { tooltip } = statusBarView(
      reader(),
      scene,
      undefined,
      (words, { name, args }) => `[${words}](${name} ${args.join()})`,
    );
    assert.match(tooltip, /- \[T-2026-0014\]\(openApprovalPacket run-1\) gate open/);
    assert.match(tooltip, /- \$\(bell-dot\) \[T-2026-0015: which files may it change\?\]\(setClaims r2\)/);
    assert.doesNotMatch(statusBarView(reader(), scene).tooltip, /bell-dot/, 'plain words have no icons');
  });
});
