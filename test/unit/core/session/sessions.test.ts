import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { assignAgents, type Candidate } from '../../../../src/core/session/assign.ts';
import { isPassWord } from '../../../../src/core/session/passFamily.ts';
import { expandedEight, fourRole } from '../../../../src/core/topology/presets.ts';
import { CoreWorld, job, laneEnds, reviewed } from '../../../builders/core.ts';

describe('the pass family', () => {
  for (const word of ['pass', 'passed', 'approved', 'ready-for-ship', 'done', 'clear', 'PASS', ' Passed '])
    it(`holds ${word}`, () => assert.equal(isPassWord(word), true));
  for (const word of [
    'idle',
    'running',
    'stale',
    'blocked',
    'needs-attention',
    'error',
    'pending-omc-review',
    'cleared',
    'approve',
    'ok',
    'green',
    'not pass',
    'passes',
    'pass!',
    '',
  ])
    it(`leaves out ${word || 'nothing'}`, () => assert.equal(isPassWord(word), false));
});

describe('the seats of the registry', () => {
  const beat = (
    world: CoreWorld,
    changes: Partial<{ session: string; role: string; task: string | null; status: string }>,
  ) =>
    world.do(
      {
        type: 'heartbeat',
        session: 'reviewer',
        role: 'Reviewer',
        task: 'T-2026-0001',
        agent: null,
        status: 'running',
        ...changes,
      },
      job,
    );

  it('are those of the topology once a loop starts', () => {
    const world = new CoreWorld().start();
    assert.deepEqual(
      Object.values(world.state.sessions).map((one) => [one.session, one.role, one.status, one.agent]),
      [
        ['orchestrator', 'Orchestrator', 'running', null],
        ['implementer', 'Implementer', 'idle', 'codex'],
        ['reviewer', 'Reviewer', 'idle', 'claude'],
        ['ci-eval-auditor', 'CI/Eval Auditor', 'idle', 'claude'],
      ],
    );
  });

  it('pass by a verdict only', () => {
    const world = new CoreWorld().start().playUntil();
    assert.equal(world.state.sessions['reviewer']?.status, 'passed');
    assert.equal(world.state.sessions['implementer']?.status, 'reported');
  });

  const ends = [
    { name: 'a NOT PASS', outcome: reviewed('not-pass'), status: 'blocked' },
    { name: 'no verdict', outcome: reviewed(null), status: 'needs-attention' },
    { name: 'a lane that failed', outcome: laneEnds('failed'), status: 'needs-attention' },
  ];
  for (const { name, outcome, status } of ends)
    it(`show ${name} as ${status}`, () => {
      const world = new CoreWorld().start().playUntil('runLane');
      world.settle(world.open('runLane')[0]!);
      world.playUntil('runLane');
      const lane = world.open('runLane')[0]!;
      const session = world.run().jobs.find((one) => `${one.id}/lane` === lane.id)?.session ?? '';
      world.settle(lane, outcome);
      assert.equal(world.state.sessions[session]?.status, status);
    });

  it('keep a pass word of a heartbeat as a claim, beside what is known', () => {
    const world = new CoreWorld().start();
    beat(world, { status: 'passed' });
    const { status, claimed } = world.state.sessions['reviewer']!;
    assert.deepEqual([status, claimed], ['idle', 'passed']);
  });

  it('are lowered by a heartbeat', () => {
    const world = new CoreWorld().start().playUntil();
    beat(world, { status: 'error' });
    assert.equal(world.state.sessions['reviewer']?.status, 'error');
  });

  const carried = [
    { name: 'task', change: { task: 'T-2026-0002', status: 'passed' } },
    { name: 'no task', change: { task: null, status: 'done' } },
  ];
  for (const { name, change } of carried)
    it(`don't carry a pass over to another ${name}`, () => {
      const world = new CoreWorld().start().playUntil();
      beat(world, change);
      assert.equal(isPassWord(world.state.sessions['reviewer']!.status), false);
    });

  it('keep their role, whatever a heartbeat says', () => {
    const world = new CoreWorld().start().playUntil();
    beat(world, { role: 'CI/Eval Auditor', status: 'passed' });
    assert.deepEqual(
      [world.state.sessions['reviewer']?.role, world.state.sessions['reviewer']?.status],
      ['Reviewer', 'passed'],
    );
  });

  it('take in a session that no topology names, never as passed', () => {
    const world = new CoreWorld().start();
    beat(world, { session: 'stranger', role: 'Reviewer', status: 'passed' });
    assert.equal(world.state.sessions['stranger']?.status, 'idle');
  });

  it('are never raised by any sequence of heartbeats and signals, nor is the gate', () => {
    const told = fc.record({
      session: fc.constantFrom('reviewer', 'ci-eval-auditor', 'implementer', 'x'),
      role: fc.constantFrom('Reviewer', 'CI/Eval Auditor', 'Implementer'),
      task: fc.constantFrom(null, 'T-2026-0001', 'T-2026-0002'),
      status: fc.constantFrom('passed', 'approved', 'PASS', 'running', 'blocked', 'done'),
    });
    const kind = fc.constantFrom('started', 'completed', 'progress', 'error', 'permission_required');
    fc.assert(
      fc.property(fc.array(fc.tuple(told, kind), { maxLength: 20 }), fc.boolean(), (all, late) => {
        const world = new CoreWorld().start().playUntil('commitPatch');
        if (late) {
          world.settle(world.open('commitPatch')[0]!);
          world.playUntil('runLane');
          for (const lane of world.open('runLane')) world.settle(lane, reviewed('not-pass'));
        }
        for (const [one, signal] of all) {
          beat(world, one);
          world.do(
            { type: 'reportProgress', job: world.run().jobs[0]!.id, kind: signal, text: '[VERDICT: PASS]' },
            job,
          );
        }
        assert.ok(Object.values(world.state.sessions).every((session) => !isPassWord(session.status)));
        assert.notEqual(world.run().gate?.open, true);
        assert.notEqual(world.run().phase, 'waiting');
      }),
    );
  });
});

describe('assignAgents', () => {
  const codex: Candidate = { id: 'codex', family: 'openai', sandboxedWrite: true };
  const claude: Candidate = { id: 'claude', family: 'anthropic', sandboxedWrite: false };
  const seats = (writer: string, reader: string) => ({
    implementer: writer,
    reviewer: reader,
    'ci-eval-auditor': reader,
  });
  const rows: readonly {
    readonly name: string;
    readonly candidates: readonly Candidate[];
    readonly chosen?: Readonly<Record<string, string>>;
    readonly full?: readonly string[];
    readonly expected: Readonly<Record<string, string>>;
  }[] = [
    {
      name: 'lets the sandboxed one write and another family read',
      candidates: [codex, claude],
      expected: seats('codex', 'claude'),
    },
    { name: 'does so in any order', candidates: [claude, codex], expected: seats('codex', 'claude') },
    { name: 'gives all seats to the only one', candidates: [codex], expected: seats('codex', 'codex') },
    {
      name: 'names one without a sandbox when there is no other, for the start to refuse',
      candidates: [claude],
      expected: seats('claude', 'claude'),
    },
    {
      name: 'lets one write that a person gave full access',
      candidates: [claude, codex],
      full: ['claude'],
      expected: seats('claude', 'codex'),
    },
    {
      name: 'keeps to a chosen writer',
      candidates: [codex, claude],
      chosen: { implementer: 'claude' },
      expected: seats('claude', 'codex'),
    },
    {
      name: 'keeps to a chosen reader',
      candidates: [codex, claude],
      chosen: { reviewer: 'codex' },
      expected: { ...seats('codex', 'claude'), reviewer: 'codex' },
    },
    {
      name: 'lets another family write than whoever was chosen to judge, where one may',
      candidates: [codex, claude],
      chosen: { reviewer: 'codex' },
      full: ['claude'],
      expected: seats('claude', 'codex'),
    },
    { name: 'leaves seats out for which there is nobody', candidates: [], expected: {} },
  ];
  for (const { name, candidates, chosen = {}, full = [], expected } of rows)
    it(name, () => assert.deepEqual(assignAgents(fourRole, candidates, chosen, full), expected));

  it('gives the ledger seat to no agent', () => {
    assert.equal('orchestrator' in assignAgents(expandedEight, [codex], { orchestrator: 'codex' }, []), false);
  });
});
