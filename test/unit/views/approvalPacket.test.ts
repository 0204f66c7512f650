import assert from 'node:assert/strict';
import { approvalView } from '../../../src/app/views/approvalPacket.ts';
import { prCommands } from '../../../src/app/views/prCommands.ts';
import { problem } from '../../../src/base/problem.ts';
import type { CheckResult } from '../../../src/core/evidence/types.ts';
import type { State } from '../../../src/core/state.ts';
import type { ApprovalModel } from '../../../src/protocol/webview.ts';
import {
  aChange,
  aProblem,
  aRun,
  aScene,
  aTask,
  at,
  aVerdict,
  commits,
  gateOpenState,
  reader,
  workingState,
} from '../../builders/scene.ts';

const packet = (state: State, change = {}): ApprovalModel => {
  const model = approvalView(reader(), aScene(state, change), 'run-1');
  assert.ok(!('missing' in model));
  return model;
};

const section = (model: ApprovalModel, id: string) =>
  (model.sections.find((one) => one.id === id)?.lines ?? []).map((line) => [line.text, line.mark?.words ?? '']);

const moved = (ref: string): State => {
  const state = gateOpenState();
  return { ...state, refs: { ...state.refs, [ref]: commits.other } };
};

const decision = { kind: 'approved', by: 'editor', at: at('14:04'), head: commits.head, merged: false } as const;

const reasons: readonly (readonly [string, State, RegExp])[] = [
  [
    'the gate is closed',
    gateOpenState({ verdicts: [] }),
    /Reviewer has given no verdict on this commit\. And 1 more\./,
  ],
  ['the base moved', moved('refs/heads/main'), /main moved to 7777777/],
  ['the head moved', moved('refs/heads/feature/t-2026-0014-integration'), /integration moved to 7777777/],
  ['nothing is committed', workingState(), /Nothing is committed yet/],
  ['it was returned', gateOpenState({ round: 2, gate: null }), /Cycle 2 is on its way\. .* from cycle 1\./],
  ['it was decided', gateOpenState({ phase: 'ended', decision }), /Already decided/],
];

describe('approval packet', () => {
  it('says in one look what it is about, and lets a person approve', () => {
    const model = packet(gateOpenState());
    assert.deepEqual(
      [model.task, model.identity, model.wants, model.gate.words, model.approve.disabled, model.giveBack.disabled],
      [
        'T-2026-0014',
        'head 1a2b3c4 on main 9f8e7d6',
        'Wants: merge 2 files (+120 −14) into main.',
        'Gate: OPEN (9 of 9)',
        null,
        null,
      ],
    );
    assert.deepEqual(model.approve.args, ['run-1', commits.head]);
  });

  for (const [title, state, reason] of reasons) {
    it(`can not be approved when ${title}, and says so`, () => {
      assert.match(packet(state).approve.disabled ?? '', reason);
    });
  }

  it('can not be approved while the engine has a problem', () => {
    assert.match(packet(gateOpenState(), { problem: aProblem }).approve.disabled ?? '', /can not be read/);
  });

  it('tells the goal in two sentences, and what checks and reviews said', () => {
    const model = packet(gateOpenState());
    assert.equal(section(model, 'why')[0]?.[0], 'A failed request is tried three times. Then it is reported.');
    assert.deepEqual(section(model, 'checks'), [['npm test · 41 s', 'pass']]);
    assert.deepEqual(section(model, 'reviews'), [
      ['Reviewer (codex)', 'pass'],
      ['CI/Eval Auditor (codex)', 'pass'],
    ]);
    assert.deepEqual(section(model, 'dissent'), [['none', '']]);
    assert.deepEqual(section(model, 'tests'), [['1 test file changed (+40 −4)', '']]);
    assert.deepEqual(section(model, 'leases'), [['src/fetch.ts, test/fetch.test.ts; nothing outside', '']]);
  });

  const results = (...outcomes: readonly CheckResult['outcome'][]) =>
    outcomes.map((outcome, i) => ({
      check: { line: `make ${i}`, argv: ['make', String(i)] },
      head: commits.head,
      outcome,
      exitCode: outcome === 'failed' ? 2 : null,
      durationMs: outcome === 'not-run' ? 0 : 3000,
      tail: '',
    }));
  const stops: readonly (readonly [CheckResult['outcome'], string, string, string])[] = [
    ['failed', 'make 1 · 3 s', 'failed, exit code 2', 'not run, since make 1 failed'],
    ['timed-out', 'make 1 · 3 s', 'stopped: took too long', 'not run, since make 1 did not pass'],
    ['not-run', 'make 1', 'could not be started', 'not run, since make 1 did not pass'],
  ];
  for (const [outcome, text, words, after] of stops)
    it(`says why a check was not run after one that was ${outcome}`, () => {
      const ran = results('passed', outcome, 'not-run');
      const model = packet(gateOpenState({ checks: ran.map((one) => one.check), results: ran }));
      assert.deepEqual(section(model, 'checks').slice(1), [
        [text, words],
        ['make 2', after],
      ]);
    });

  it('counts no verdict about another commit', () => {
    const old = aVerdict('reviewer', 'Reviewer');
    const verdicts = [{ ...old, identity: { ...old.identity, head: commits.other } }];
    assert.deepEqual(section(packet(gateOpenState({ verdicts })), 'reviews')[0], [
      'Reviewer',
      'no verdict on this commit',
    ]);
  });

  it('shows every objection, even of a review that passed', () => {
    const findings = [{ severity: 'minor', file: 'src/fetch.ts', line: 12, text: 'Name it retry.' }] as const;
    const verdicts = [aVerdict('reviewer', 'Reviewer', { findings }), aVerdict('ci-eval-auditor', 'CI/Eval Auditor')];
    const model = packet(gateOpenState({ verdicts }));
    assert.deepEqual(section(model, 'dissent'), [['Reviewer · src/fetch.ts:12 · Name it retry.', 'minor']]);
    assert.deepEqual(section(model, 'reviews')[0], ['Reviewer (codex) · 1 note', 'pass']);
  });

  it('names removed tests, faults, files outside and what nobody checked', () => {
    const change = {
      ...aChange,
      files: [
        { path: 'test/old.test.ts', status: 'deleted', added: 0, removed: 30 },
        { path: 'src/other.ts', status: 'modified', added: 1, removed: 0 },
      ] as const,
    };
    const faults = [problem('review.wrote', 'The reviewer changed its checkout.')];
    const model = packet(gateOpenState({ change, faults, checks: [] }));
    assert.deepEqual(section(model, 'tests')[1], ['test/old.test.ts', 'test file removed']);
    assert.deepEqual(section(model, 'faults'), [['The reviewer changed its checkout.', 'fault']]);
    assert.match(section(model, 'leases')[1]?.[0] ?? '', /test\/old\.test\.ts is outside the claim/);
    assert.deepEqual(section(model, 'notChecked')[0], ['tests (no check named)', '']);
  });

  it('forecasts files that another running task changes as well', () => {
    const state = gateOpenState();
    const other = aRun({ id: 'run-2', task: aTask({ id: 'T-2026-0012' }), claims: ['src/**'] });
    const model = packet({ ...state, runs: { ...state.runs, 'run-2': other } });
    assert.deepEqual(section(model, 'forecast'), [['also changed in T-2026-0012: src/fetch.ts', 'overlap']]);
  });

  it('says after the decision who, when and on what, and offers the ways to ship', () => {
    const model = packet(gateOpenState({ phase: 'ended', decision }));
    assert.equal(model.decision?.words, 'editor approved 1a2b3c4 at 14:04. It is not in main yet.');
    assert.deepEqual(
      model.next.map((button) => button.name),
      ['mergeLocally', 'copyPrCommands'],
    );
    const mergedState = gateOpenState({ phase: 'ended', decision: { ...decision, merged: true } });
    const merged = packet(mergedState);
    assert.equal(merged.decision?.words, 'editor approved 1a2b3c4 at 14:04; it is merged into main.');
    assert.deepEqual(
      merged.next.map((one) => one.name),
      ['deleteBranch'],
    );
    const refs = { ...mergedState.refs, 'refs/heads/feature/t-2026-0014-integration': 'gone' };
    assert.deepEqual(packet({ ...mergedState, refs }).next, []);
  });

  it('says so when the run is unknown', () => {
    assert.ok('missing' in approvalView(reader(), aScene(workingState()), 'run-9'));
  });
});

describe('pull request commands', () => {
  it('push exactly the approved commit and quote what people wrote', () => {
    const run = aRun({ change: aChange, task: aTask({ title: "Don't $(rm) `x`" }) });
    assert.equal(
      prCommands(run, 'origin'),
      [
        `git push origin ${commits.head}:refs/heads/feature/t-2026-0014-integration`,
        `gh pr create --base main --head feature/t-2026-0014-integration --title 'T-2026-0014 Don'\\''t $(rm) \`x\`' --body ''`,
        '',
      ].join('\n'),
    );
  });

  it('are not there before a commit', () => assert.equal(prCommands(aRun(), 'origin'), null));
});
