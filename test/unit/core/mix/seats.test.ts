import assert from 'node:assert/strict';
import { chooseSeats } from '../../../../src/core/mix/chooseSeats.ts';
import { namedAgents, seatAgents, seatWishes } from '../../../../src/core/session/seats.ts';
import { emptyState, type State } from '../../../../src/core/state.ts';
import { fourRole } from '../../../../src/core/topology/presets.ts';
import { assertGood, CoreWorld, laneLimited, taskOf } from '../../../builders/core.ts';

const codex = { id: 'codex', family: 'openai', sandboxedWrite: true };
const claude = { id: 'claude', family: 'anthropic', sandboxedWrite: false };
const gemini = { id: 'gemini', family: 'google', sandboxedWrite: false };
const all = [codex, claude, gemini];

describe('the wishes for seats', () => {
  it('are those of each seat, and of every other one', () => {
    assert.deepEqual(seatWishes(fourRole, { '*': 'auto', reviewer: 'claude' }), {
      implementer: 'auto',
      reviewer: 'claude',
      'ci-eval-auditor': 'auto',
    });
    assert.deepEqual(seatWishes(fourRole, { reviewer: 'claude', stranger: 'x' }), { reviewer: 'claude' });
    assert.deepEqual(namedAgents({ a: 'auto', b: 'codex' }), ['codex']);
  });

  it('leave a writer to the mix among those that may write', () => {
    const seats = (fullAccess: readonly string[]) => seatAgents(fourRole, all, { '*': 'auto' }, fullAccess).auto;
    assert.deepEqual(seats([])['implementer'], ['codex']);
    assert.deepEqual(seats(['claude'])['implementer'], ['codex', 'claude']);
    assert.deepEqual(seats([])['reviewer'], ['codex', 'claude', 'gemini']);
    assert.deepEqual(seatAgents(fourRole, [claude], { '*': 'auto' }, []).auto['implementer'], undefined);
  });

  it('that name nobody leave nothing to the mix', () => {
    assert.deepEqual(seatAgents(fourRole, all, {}, []), {
      agents: { implementer: 'codex', reviewer: 'claude', 'ci-eval-auditor': 'claude' },
      auto: {},
    });
  });
});

describe('seats that are left to the mix', () => {
  const at = '2026-01-31T12:00:00Z';
  const chosen = (candidates: readonly string[], state: Partial<State> = {}): string | undefined =>
    chooseSeats({ ...emptyState, ...state }, { topology: fourRole, auto: { reviewer: candidates } }, at)['reviewer'];
  const limit = { since: at, until: '2026-01-31T15:00:00Z', trial: null, isSpent: false };

  it('go by the role', () => assert.equal(chosen(['claude', 'codex']), 'codex'));
  it('go to the one that there is', () => assert.equal(chosen(['claude', 'gemini']), 'claude'));
  it('go to another agent only where neither is there', () => assert.equal(chosen(['gemini']), 'gemini'));
  it('pass over an agent whose account is limited', () =>
    assert.equal(chosen(['claude', 'codex'], { limits: { codex: limit } }), 'claude'));
  it('wait for a limited agent where there is no other', () =>
    assert.equal(chosen(['codex'], { limits: { codex: limit } }), 'codex'));
  const judged = (writer: string, families: Readonly<Record<string, string>> = {}, state: Partial<State> = {}) =>
    chooseSeats(
      { ...emptyState, ...state },
      { topology: fourRole, agents: { implementer: writer }, auto: { reviewer: ['claude', 'codex'] }, families },
      at,
    )['reviewer'];
  it('of those who judge go to another family than the writer’s, whatever the role prefers', () => {
    assert.deepEqual([judged('codex'), judged('claude'), judged('gemini')], ['claude', 'codex', 'codex']);
    assert.equal(judged('mine', { mine: 'openai', codex: 'openai', claude: 'anthropic' }), 'claude');
    const both = chooseSeats(
      { ...emptyState, mix: { claude: 0, codex: 1 } },
      { topology: fourRole, auto, families: {} },
      at,
    );
    assert.deepEqual(both, { implementer: 'codex', reviewer: 'claude' });
  });
  it('go to the writer’s family where no other can take them now', () => {
    assert.equal(judged('codex', {}, { limits: { claude: limit } }), 'codex');
    assert.equal(judged('mine', { mine: 'one', codex: 'one', claude: 'one' }), 'codex');
  });
  it('are none without any', () => assert.deepEqual(chooseSeats(emptyState, { topology: fourRole }, at), {}));

  const auto = { implementer: ['codex', 'claude'], reviewer: ['codex', 'claude'] };
  const writers = (world: CoreWorld): readonly string[] =>
    Object.values(world.state.runs).map(
      (run) => run.jobs.findLast((job) => job.kind === 'implement')?.agent ?? 'nobody yet',
    );

  it('are filled anew for each run, by the work of late', () => {
    const world = new CoreWorld();
    const tasks = ['T-2026-0001', 'T-2026-0002'].map((id) => taskOf(id));
    world.start(tasks, { limit: null, auto, agents: { implementer: 'codex', 'ci-eval-auditor': 'claude' } });
    world.playUntil();
    assertGood(world);
    // Nobody had worked, so the writer was claude; with its auditor it then was ahead, and codex wrote.
    assert.deepEqual(writers(world), ['claude', 'codex']);
    for (const run of Object.values(world.state.runs)) assert.equal(run.options.agents['ci-eval-auditor'], 'claude');
  });

  it('stay as they are for a run, whatever becomes of the mix', () => {
    const world = new CoreWorld();
    world.start([taskOf('T-2026-0001')], { auto, agents: { implementer: 'codex', 'ci-eval-auditor': 'claude' } });
    world.playUntil('runLane');
    const before = world.run().options.agents;
    world.crash();
    assert.deepEqual(world.run().options.agents, before);
    const [lane] = world.open('runLane');
    assert.ok(lane);
    world.settle(lane, laneLimited(null));
    world.do({ type: 'resumeLoop' });
    assert.deepEqual(world.run().options.agents, before);
  });
});
