import assert from 'node:assert/strict';
import type { CheckResult } from '../../../../src/core/evidence/types.ts';
import { evaluateGate } from '../../../../src/core/gate/evaluate.ts';
import type { MergedResult, MergeMade } from '../../../../src/core/merged/types.ts';
import { CoreWorld } from '../../../builders/core.ts';
import { openScene, withRun, withState } from '../../../builders/gateScene.ts';
import { passedOn } from '../../../builders/merges.ts';

const check = { line: 'npm test', argv: ['npm', 'test'] };
const clean = (both: readonly string[] = []): MergeMade => ({ kind: 'clean', commit: 'm', tree: 't', both });

describe('the rule of the merged result', () => {
  const rows: readonly {
    readonly what: string;
    readonly merged?: Partial<MergedResult>;
    readonly results?: readonly CheckResult[];
    readonly is: readonly [string, string | undefined];
  }[] = [
    { what: 'waits before anything is merged', is: ['pending', 'gate.mergedPending'] },
    { what: 'waits for its checks', merged: {}, is: ['pending', 'gate.mergedPending'] },
    { what: 'passes once they passed on it', merged: {}, results: [passedOn('m', check)], is: ['pass', undefined] },
    {
      what: 'takes no check of the head for one of it',
      merged: {},
      results: [passedOn('head-2', check)],
      is: ['pending', 'gate.mergedPending'],
    },
    {
      what: 'fails where one fails on it',
      merged: {},
      results: [{ ...passedOn('m', check), outcome: 'failed', exitCode: 1 }],
      is: ['fail', 'gate.mergedCheckFailed'],
    },
    {
      what: 'takes one that took too long for no answer',
      merged: {},
      results: [{ ...passedOn('m', check), outcome: 'timed-out', exitCode: null }],
      is: ['fail', 'gate.checkTimedOut'],
    },
    {
      what: 'is of no other base',
      merged: { base: 'base-3' },
      results: [passedOn('m', check)],
      is: ['pending', 'gate.mergedPending'],
    },
    {
      what: 'is of no other head',
      merged: { head: 'head-1' },
      results: [passedOn('m', check)],
      is: ['pending', 'gate.mergedPending'],
    },
    {
      what: 'fails where both sides changed a file, whatever the checks say',
      merged: { made: clean(['src/a.ts']) },
      results: [passedOn('m', check)],
      is: ['fail', 'gate.mergedBoth'],
    },
    {
      what: 'fails with the files that conflict',
      merged: { made: { kind: 'conflict', files: ['src/a.ts', 'src/b.ts'] } },
      is: ['fail', 'gate.mergedConflict'],
    },
    { what: 'fails on another history', merged: { made: { kind: 'rewritten' } }, is: ['fail', 'gate.mergedRewritten'] },
    { what: 'fails where that base names no check', merged: { checks: [] }, is: ['fail', 'gate.noChecks'] },
    {
      what: 'asks for the checks of that base, not for those of the start',
      merged: { checks: [check, { line: 'npm run new', argv: ['npm', 'run', 'new'] }] },
      results: [passedOn('m', check)],
      is: ['pending', 'gate.mergedPending'],
    },
  ];
  for (const { what, merged, results = [], is } of rows)
    it(what, () => {
      const origin = openScene();
      const head = origin.run.change?.head ?? '';
      const result = merged && { base: 'base-2', head, made: clean(), checks: [check], ...merged };
      const scene = withState((state) => ({ refs: { ...state.refs, 'refs/heads/main': 'base-2' } }))(
        withRun((run) => ({ results: [...run.results, ...results], ...(result ? { merged: result } : {}) }))(origin),
      );
      const gate = evaluateGate(scene.state, scene.run);
      const rule = gate.rules.find((one) => one.rule === 'merged');
      assert.deepEqual([rule?.outcome, rule?.missing[0]?.code], is);
      assert.equal(gate.open, is[0] === 'pass');
      if (is[0] === 'pass') assert.equal(rule?.proof, 'm');
    });

  it('is the tree of the head while the base stands still, and needs no merge', () => {
    const world = new CoreWorld().start().playUntil();
    assert.equal(world.run().gate?.rules.find(({ rule }) => rule === 'merged')?.proof, world.run().change?.tree);
    assert.ok(!world.log.some(({ event }) => event.type === 'resultMerged'));
  });
});
