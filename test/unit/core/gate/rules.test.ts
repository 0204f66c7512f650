import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { problem } from '../../../../src/base/problem.ts';
import { evaluateGate } from '../../../../src/core/gate/evaluate.ts';
import { isUnchecked } from '../../../../src/core/gate/rules/checks.ts';
import { rules } from '../../../../src/core/gate/rules/index.ts';
import {
  breachOf,
  openScene,
  resultOf,
  verdictOf,
  withRun,
  withState,
  type Scene,
} from '../../../builders/gateScene.ts';
import { evidenceRows } from './evidenceRows.ts';
import { workRows } from './workRows.ts';

const closed = [...workRows, ...evidenceRows];

describe('the gate', () => {
  it('is open when all is there, each rule with its proof', () => {
    const { state, run } = openScene();
    const gate = evaluateGate(state, run);
    assert.equal(gate.open, true);
    assert.deepEqual(
      gate.rules.map((rule) => rule.rule),
      ['change', 'scope', 'checks', 'reviews', 'integrity', 'breaches', 'lease', 'freshness', 'merged'],
    );
    assert.ok(gate.rules.every((rule) => rule.proof !== '' && rule.missing.length === 0));
  });

  for (const { name, change, rule, outcome, code } of closed)
    it(`is closed when ${name} (${rule})`, () => {
      const { state, run } = change(openScene());
      const gate = evaluateGate(state, run);
      const result = gate.rules.find((one) => one.rule === rule);
      assert.equal(gate.open, false);
      assert.deepEqual([result?.outcome, result?.missing[0]?.code, result?.proof], [outcome, code, '']);
    });

  it('is not closed by what only warns, by what a person accepted, and by what another run did', () => {
    const { state, run } = openScene();
    for (const breach of [
      breachOf(run, { blocks: false }),
      breachOf(run, { accepted: { by: 'ann', at: run.startedAt } }),
      breachOf(run, { witnesses: [{ job: 'j', run: 'other', session: 'implementer' }] }),
    ])
      assert.equal(evaluateGate({ ...state, breaches: { b: breach } }, run).open, true);
  });

  it('counts a task without checks when a person turned that rule off', () => {
    const scene = withRun((run) => ({ checks: [], results: [], options: { ...run.options, checksRequired: false } }))(
      openScene(),
    );
    const gate = evaluateGate(scene.state, scene.run);
    assert.equal(gate.open, true);
    assert.equal(gate.rules.find(({ rule }) => rule === 'checks')?.proof, 'no check named');
    assert.deepEqual(gate.rules.filter(isUnchecked).length, 1);
    const { state, run } = openScene();
    assert.equal(evaluateGate(state, run).rules.some(isUnchecked), false);
  });

  it('names whoever holds the files of a run without a lease, and how to get out', () => {
    const { state, run } = openScene();
    const [own] = Object.values(state.leases);
    assert.ok(own);
    const without = { ...run, lease: null };
    const said = (leases: typeof state.leases) =>
      evaluateGate({ ...state, leases }, without).rules.find(({ rule }) => rule === 'lease')?.missing[0];
    const other = { ...own, id: 'other', run: 'other', task: 'T-2026-0009', branch: 'other' };
    const held = said({ other });
    assert.equal(held?.params['holder'], 'T-2026-0009');
    assert.match(held?.text ?? '', /mam abandon \{holder\}/);
    const none = said({});
    assert.equal(none?.params['holder'], undefined);
    assert.match(none?.text ?? '', /mam abandon \{task\}/);
  });

  it('says for every rule that does not pass what is missing', () => {
    for (const { change } of closed) {
      const { state, run } = change(openScene());
      for (const rule of evaluateGate(state, run).rules)
        assert.equal(rule.outcome === 'pass', rule.missing.length === 0, rule.rule);
    }
  });

  it('has a table row for every rule', () =>
    assert.deepEqual(new Set(closed.map((row) => row.rule)), new Set(rules.map((rule) => rule.id))));

  it('is never opened by taking evidence away or adding a doubt', () => {
    const origin = openScene().run;
    const steps: readonly ((scene: Scene) => Scene)[] = [
      ...origin.verdicts.map(({ job }) =>
        withRun((run) => ({ verdicts: run.verdicts.filter((one) => one.job !== job || one.word !== 'pass') })),
      ),
      withRun((run) => ({ results: run.results.filter((one) => one.outcome !== 'passed') })),
      withRun(() => ({ change: null })),
      withRun(() => ({ lease: null })),
      withState(() => ({ leases: {} })),
      withState((state) => ({ refs: Object.fromEntries(Object.entries(state.refs).slice(1)) })),
      withRun((run) => ({ lowered: { ...run.lowered, reviewer: { status: 'idle', at: run.startedAt } } })),
      withRun((run) => ({ claims: run.claims.slice(1) })),
      withRun((run) => ({ faults: [...run.faults, problem('x', 'X.')] })),
      withRun((run) => ({ verdicts: [...run.verdicts, verdictOf(origin, { word: 'not-pass' })] })),
      withRun((run) => ({ results: [...run.results, resultOf(origin, { outcome: 'failed' })] })),
      withRun((run) => ({ checks: [...run.checks, { line: 'more', argv: ['more'] }] })),
    ];
    const rest = fc.shuffledSubarray(
      steps.map((_, i) => i),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(rest, (order) => {
        let scene = openScene();
        for (const i of order) {
          scene = steps[i]!(scene);
          assert.equal(evaluateGate(scene.state, scene.run).open, false, `open after ${i} of ${order.join()}`);
        }
      }),
    );
  });
});
