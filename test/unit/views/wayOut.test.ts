import assert from 'node:assert/strict';
import { closedBy, holderInTheWay, waysOut, type WayOut } from '../../../src/app/views/wayOut.ts';
import { problem, type Params } from '../../../src/base/problem.ts';
import { heldBy } from '../../../src/core/lease/heldBy.ts';
import type { Run } from '../../../src/core/loop/types.ts';
import { aSource } from '../../builders/source.ts';
import { aChange, aRun, at, commits, gateOpenState, workingState } from '../../builders/scene.ts';

const kinds = (run: Run, refs: Readonly<Record<string, string>> = {}): readonly WayOut['kind'][] =>
  waysOut({ ...workingState(), refs }, run).map((way) => way.kind);

const asking = (code: string, params: Params = {}): Run =>
  aRun({ phase: 'needs-you', ask: { kind: 'problem', problem: problem(code, 'Why.', params) } });

describe('the ways out of a run that waits', () => {
  const asked: readonly (readonly [code: string, ...WayOut['kind'][]])[] = [
    ['gate.baseMoved', 'return'],
    ['gate.mergedConflict', 'return'],
    ['gate.mergedBoth', 'return'],
    ['gate.baseRewritten', 'return'],
    ['gate.mergedCheckFailed', 'return', 'resume'],
    ['git.mergeTooOld', 'resume', 'return'],
    ['gate.baseRestless', 'resume', 'return'],
    ['gate.headMoved', 'return'],
    ['loop.roundCap', 'return', 'abandon'],
    ['loop.timeCap', 'return', 'abandon'],
    ['gate.provesNothing', 'return', 'abandon'],
    ['gate.proofNoCommand', 'resume', 'abandon'],
    ['commit.moved', 'return'],
    ['patch.empty', 'resume', 'return'],
    ['patch.outsideClaim', 'claims', 'resume'],
    ['lane.signedOut', 'signIn', 'resume'],
    ['lane.limited', 'resume'],
    ['worktree.gone', 'resume'],
    ['source.gone', 'resume', 'abandon'],
    ['store.full', 'resume'],
  ];
  for (const [code, ...ways] of asked)
    it(`are ${ways.join(', ')} for ${code}`, () => assert.deepEqual(kinds(asking(code)), ways));

  it('name the claims that would do, and who has to sign in', () => {
    const state = workingState();
    assert.deepEqual(waysOut(state, asking('patch.outsideClaim', { files: 'a.ts, b c.ts' }))[0], {
      kind: 'claims',
      claims: ['src/fetch.ts', 'test/fetch.test.ts', 'a.ts', 'b c.ts'],
    });
    assert.deepEqual(waysOut(state, asking('lane.signedOut', { agent: 'codex' }))[0], {
      kind: 'signIn',
      agent: 'codex',
    });
  });

  it('are those of the holder, where only a decision on that one frees the files', () => {
    const state = gateOpenState();
    const [lease] = Object.values(state.leases);
    assert.ok(lease);
    const held = heldBy(state, lease, ['src/fetch.ts']);
    assert.match(held.text, /waits for you/);
    const waiting = aRun({ phase: 'needs-you', ask: { kind: 'problem', problem: held } });
    assert.equal(holderInTheWay(state, waiting)?.id, lease.run);
    assert.equal(holderInTheWay(state, asking('lease.recoveryNeeded', held.params)), null);
    assert.equal(holderInTheWay({ ...state, leases: {} }, waiting), null, 'released meanwhile');
    const busy = workingState();
    const [theirs] = Object.values(busy.leases);
    assert.ok(theirs);
    assert.match(heldBy(busy, theirs, ['src/fetch.ts']).text, /Wait until/);
  });

  it('answer a question', () => {
    assert.deepEqual(kinds(aRun({ phase: 'needs-you', ask: { kind: 'claims' } })), ['claims']);
    assert.deepEqual(kinds(aRun({ phase: 'needs-you', ask: { kind: 'checks', checks: [] } })), ['checks']);
  });

  it('are a decision while it waits, and only a return while its gate is closed', () => {
    const [open] = Object.values(gateOpenState().runs);
    assert.ok(open?.gate);
    assert.deepEqual(kinds(open), ['approve', 'return']);
    assert.equal(closedBy(open), null);
    const closed = aRun({ ...open, gate: { ...open.gate, open: false } });
    assert.deepEqual(kinds(closed), ['return']);
    const [first] = open.gate.rules;
    assert.ok(first);
    const missing = problem('gate.baseMoved', 'It moved.');
    const told = aRun({ ...closed, gate: { open: false, rules: [{ ...first, outcome: 'fail', missing: [missing] }] } });
    assert.equal(closedBy(told), missing);
    const lowered = [{ ...first, missing: [problem('gate.lowered', 'It was taken back.')] }];
    assert.deepEqual(kinds(aRun({ ...closed, gate: { open: false, rules: lowered } })), ['resume', 'return']);
  });

  it('are the merge of what is approved, as long as its base stands still', () => {
    const decision = { kind: 'approved', by: 'ann', at: at('14:04'), head: aChange.head, merged: false } as const;
    const run = aRun({ phase: 'ended', change: aChange, decision });
    assert.deepEqual(kinds(run), ['merge']);
    assert.deepEqual(kinds(run, { 'refs/heads/main': commits.other }), ['merge', 'return']);
    assert.deepEqual(kinds(aRun({ ...run, decision: { ...decision, merged: true } })), []);
    const ofNamed = aRun({ ...run, options: { ...run.options, source: aSource() } });
    assert.deepEqual(kinds(ofNamed, { 'refs/heads/main': commits.other }), ['mergeBranch'], 'its base is a commit');
    for (const ref of ['HEAD', commits.base, 'refs/remotes/origin/main'])
      assert.deepEqual(kinds(aRun({ ...run, base: { ...run.base!, ref } })), ['mergeBranch'], ref);
  });

  it('are none while it works', () => assert.deepEqual(kinds(aRun()), []));
});
