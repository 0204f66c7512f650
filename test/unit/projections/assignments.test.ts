import assert from 'node:assert/strict';
import { assignments } from '../../../src/app/projections/assignments.ts';
import { evolve } from '../../../src/core/evolve.ts';
import { emptyState, type State } from '../../../src/core/state.ts';
import { expandedEight, fourRole } from '../../../src/core/topology/presets.ts';
import type { Topology } from '../../../src/core/topology/types.ts';
import { privacy } from '../../builders/privacy.ts';
import { aProblem, aRun, aState, aTask, workingState } from '../../builders/scene.ts';
import type { Tick } from '../../../src/core/tick/types.ts';

const textsOf = (state: State): ReadonlyMap<string, string> =>
  new Map(
    assignments(state).map((one) => [
      one.path.slice('assignments/'.length, -'.md'.length),
      one.render({ seq: 1, at: '', privacy }),
    ]),
  );

const aTick = (change: Partial<Tick> = {}): Tick => ({
  id: 'tick-1',
  mode: 'full-ship',
  topology: 'four-role',
  execute: false,
  decision: 'blocked',
  task: 'T-2026-0015',
  issue: '77',
  branch: 'feat/issue-77-cache',
  head: null,
  files: ['src/cache.ts'],
  overlap: 'clear',
  shipCommand: [],
  blockers: [aProblem],
  warnings: [],
  evidence: [],
  at: '2026-05-04T14:06:00Z',
  ...change,
});

const set = (state: State, topology: Topology): State =>
  evolve(state, {
    seq: state.seq + 1,
    at: '2026-05-04T14:06:00Z',
    actor: 'x',
    event: { type: 'topologySet', topology },
  });

describe('assignments', () => {
  it('are one for each seat, with the same work in all of them', () => {
    const texts = textsOf(workingState({ ask: { kind: 'problem', problem: aProblem } }));
    assert.deepEqual([...texts.keys()], ['orchestrator', 'implementer', 'reviewer', 'ci-eval-auditor']);
    const work = (text: string): string => /## Claimed Files[\s\S]*?(?=\n## Role)/.exec(text)?.[0] ?? '';
    assert.equal(new Set([...texts.values()].map(work)).size, 1);
    assert.match(work(texts.get('reviewer') ?? ''), /^- `src\/fetch\.ts`$/m);
  });

  it('have the headings and the bullets of the contract, in its order', () => {
    const text = textsOf(workingState()).get('implementer') ?? '';
    assert.equal(
      text.slice(0, text.indexOf('## Role')),
      [
        '# Active Assignment: Implementer',
        '',
        '- Session: implementer',
        '- Status: idle',
        '- Decision: planned',
        '- Task: T-2026-0014',
        '- Issue: N/A',
        '- Branch: feature/t-2026-0014-integration',
        '- Next command: mam resume',
        '',
        '## Claimed Files',
        '',
        '- `src/fetch.ts`',
        '- `test/fetch.test.ts`',
        '',
        '## Blockers',
        '',
        '- None',
        '',
        '## Warnings',
        '',
        '- None',
        '',
        '',
      ].join('\n'),
    );
    assert.match(text, /A failed request is tried three times/);
    assert.match(text, /Make the smallest change/);
    assert.match(text, /\.mam\/jobs\/job-1\/brief\.md/);
  });

  it('have no task before there is one', () => {
    const text = textsOf(set(emptyState, fourRole)).get('reviewer') ?? '';
    for (const line of [
      '- Decision: none',
      '- Task: N/A',
      '- Issue: N/A',
      '- Branch: N/A',
      '- Next command: mam status',
    ])
      assert.ok(text.includes(`${line}\n`), line);
    assert.match(text, /## Claimed Files\n\n- None\n/);
  });

  it('are about a tick where no run is under way', () => {
    const state = aState({
      topology: fourRole,
      queue: { tasks: [aTask({ id: 'T-2026-0015', title: 'Cache headers' })], problems: [] },
      ticks: [aTick()],
    });
    for (const one of [state, { ...state, runs: { 'run-1': aRun({ phase: 'ended' }) } }]) {
      const text = textsOf(one).get('reviewer') ?? '';
      for (const line of [
        '- Decision: blocked',
        '- Task: T-2026-0015',
        '- Issue: 77',
        '- Branch: feat/issue-77-cache',
        '- Next command: mam gate T-2026-0015',
        '- `src/cache.ts`',
        '- The log at .git/mam can not be read.',
        'Cache headers',
      ])
        assert.ok(text.includes(`${line}\n`), line);
    }
  });

  it('know the issue of a run by a tick of its task, or by the base', () => {
    const issue = (state: State): string => /^- Issue: (.*)$/m.exec(textsOf(state).get('reviewer') ?? '')?.[1] ?? '';
    const ticks = [aTick({ task: 'T-2026-0014', issue: '5' })];
    assert.equal(issue({ ...workingState(), ticks }), '5');
    const base = { ref: 'refs/heads/feat/issue-9-x', commit: 'c', tree: 't' };
    assert.equal(issue(workingState({ base })), '9');
  });

  it('of seats that are gone say so, until they are back', () => {
    const eight = set(set(emptyState, expandedEight), fourRole);
    assert.match(textsOf(eight).get('deep-reviewer') ?? '', /not in the present topology/);
    assert.equal(textsOf(eight).size, 9);
    const back = textsOf(set(eight, expandedEight));
    assert.match(back.get('deep-reviewer') ?? '', /- Decision: none/);
    assert.match(back.get('ci-eval-auditor') ?? '', /not in the present topology/);
  });
});
