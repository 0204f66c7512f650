import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { laterThan } from '../../../../src/base/clock.ts';
import { evaluateGate } from '../../../../src/core/gate/evaluate.ts';
import { identityOf } from '../../../../src/core/gate/facts.ts';
import { isFresh } from '../../../../src/core/session/freshness.ts';
import { gateStatus, type GateStatus } from '../../../../src/core/session/gateStatus.ts';
import { fourRole } from '../../../../src/core/topology/presets.ts';
import { CoreWorld, host, job, reviewed } from '../../../builders/core.ts';

const ttl = 30 * 60_000;
const reviewer = { session: 'reviewer' };

interface Beat {
  readonly session?: string;
  readonly task?: string | null;
  readonly status: string;
  readonly agent?: string | null;
  readonly saidAt?: string;
}

const beat = (world: CoreWorld, { session = 'reviewer', task = 'T-2026-0001', agent = null, ...rest }: Beat): void =>
  void world.do({ type: 'heartbeat', session, role: 'Reviewer', task, agent, ...rest }, job);

/** A run whose reviewers all passed, a minute ago. */
const passed = (): CoreWorld => {
  const world = new CoreWorld().start().playUntil();
  world.at = laterThan(world.at, 60_000);
  return world;
};

const statusOf = (world: CoreWorld, changes: Partial<NonNullable<ReturnType<typeof identityOf>>> = {}): GateStatus => {
  const run = world.run();
  const identity = identityOf(run);
  return gateStatus(world.state, reviewer, { run, identity: identity && { ...identity, ...changes } }, world.at, ttl);
};

describe('a seat’s status for the gate', () => {
  it('is a pass by a verdict for exactly that identity', () => {
    assert.deepEqual(statusOf(passed()), { status: 'passed', ok: true, claimed: null, fresh: true });
  });

  for (const part of [{ task: 'x' }, { round: 9 }, { run: 'x' }, { base: 'x' }, { head: 'x' }, { tree: 'x' }])
    it(`is none for another ${Object.keys(part)[0]}`, () => {
      const { ok, status } = statusOf(passed(), part);
      assert.deepEqual([ok, status], [false, 'idle']);
    });

  it('is none without a run, whatever the seat was', () => {
    const world = passed();
    const { ok, status } = gateStatus(world.state, reviewer, { run: null, identity: null }, world.at, ttl);
    assert.deepEqual([ok, status], [false, 'idle']);
  });

  it('is none of a seat that is not there', () => {
    const world = passed();
    const about = { run: world.run(), identity: identityOf(world.run()) };
    assert.deepEqual(gateStatus(world.state, { session: 'nobody' }, about, world.at, ttl), {
      status: 'missing',
      ok: false,
      claimed: null,
      fresh: false,
    });
  });

  it('outlives the team that gave it, when another topology takes the registry', () => {
    const world = passed();
    const roles = fourRole.roles.filter((role) => role.session !== 'reviewer');
    world.append([{ type: 'topologySet', topology: { id: 'other', roles } }]);
    assert.deepEqual(statusOf(world), { status: 'passed', ok: true, claimed: null, fresh: true });
    world.at = laterThan(world.at, 2 * ttl);
    assert.equal(statusOf(world).status, 'stale');
  });

  it('is blocked by one NOT PASS, whatever else was said', () => {
    const world = new CoreWorld().start().playUntil('commitPatch');
    world.settle(world.open('commitPatch')[0]!);
    world.playUntil('runLane');
    for (const lane of world.open('runLane')) world.settle(lane, reviewed('not-pass'));
    beat(world, { status: 'passed' });
    const run = world.run();
    const { ok, status } = gateStatus(
      world.state,
      reviewer,
      { run, identity: run.verdicts[0]!.identity },
      world.at,
      ttl,
    );
    assert.deepEqual([ok, status], [false, 'blocked']);
  });

  const lowering: readonly (readonly [name: string, Beat, ok: boolean, status: string])[] = [
    ['another word for the same task', { status: 'blocked' }, false, 'blocked'],
    ['a word for no task', { status: 'needs-attention', task: null }, false, 'needs-attention'],
    ['being at work again', { status: 'running' }, false, 'running'],
    ['a word that is nearly a pass', { status: 'cleared' }, false, 'cleared'],
    ['a word for another task', { status: 'blocked', task: 'T-2026-0002' }, true, 'passed'],
    ['a word of one lane', { status: 'blocked', agent: 'codex' }, true, 'passed'],
    ['a pass word', { status: 'approved' }, true, 'passed'],
    ['a word of another session', { status: 'blocked', session: 'stranger' }, true, 'passed'],
    ['a word that was said before the verdict', { status: 'running', saidAt: '2026-01-31T11:59:59Z' }, true, 'passed'],
  ];
  for (const [name, said, ok, status] of lowering)
    it(`${ok ? 'stays' : 'is lowered'} after ${name}`, () => {
      const world = passed();
      beat(world, said);
      assert.deepEqual([statusOf(world).ok, statusOf(world).status], [ok, status]);
      assert.equal(world.run().gate?.open, ok);
      assert.equal(evaluateGate(world.state, world.run()).open, ok);
    });

  it('keeps a pass word as claimed, for every seat that may say one', () => {
    const world = new CoreWorld().start();
    beat(world, { status: 'Passed' });
    const { ok, claimed, status } = statusOf(world);
    assert.deepEqual([ok, claimed, status], [false, 'Passed', 'idle']);
  });

  it('is no pass for a role’s name under another session id', () => {
    const world = new CoreWorld().start();
    beat(world, { session: 'a-reviewer', status: 'passed' });
    assert.equal(statusOf(world).ok, false);
    assert.equal(world.run().gate?.open ?? false, false);
  });

  it('is not given by a verdict that a task before earned', () => {
    const world = passed();
    world.do({ type: 'returnRun', run: world.run().id, comments: 'More.' });
    world.playUntil('runLane');
    world.settle(world.open('runLane')[0]!);
    world.playUntil('runLane');
    assert.equal(statusOf(world).ok, false);
  });
});

describe('a lowered status', () => {
  const lowered = (): CoreWorld => {
    const world = passed();
    beat(world, { status: 'blocked' });
    return world;
  };

  it('says why the gate is closed, and how it is opened again', () => {
    const { gate, phase } = lowered().run();
    const rule = gate?.rules.find((one) => one.rule === 'reviews');
    assert.deepEqual(
      [phase, rule?.outcome, rule?.missing.map((one) => one.code)],
      ['waiting', 'fail', ['gate.lowered']],
    );
    assert.deepEqual(rule?.missing[0]?.params, { role: 'Reviewer', task: 'T-2026-0001', status: 'blocked' });
  });

  it('can’t be approved', () => {
    const world = lowered();
    const { id, change } = world.run();
    assert.equal(world.do({ type: 'approve', run: id, head: change?.head ?? '' }).ok, false);
  });

  it('is raised by a fresh review of the same commit when a person resumes', () => {
    const world = lowered();
    const head = world.run().change?.head;
    const resumed = world.do({ type: 'resumeLoop' });
    assert.ok(resumed.ok && resumed.value.some((event) => event.type === 'reviewReopened'));
    world.playUntil();
    assert.deepEqual([world.run().phase, world.run().gate?.open, world.run().change?.head], ['waiting', true, head]);
    const reviews = world
      .run()
      .jobs.filter((one) => one.kind === 'review')
      .map((one) => one.session);
    assert.deepEqual(reviews.toSorted(), ['ci-eval-auditor', 'reviewer', 'reviewer']);
    assert.equal(statusOf(world).ok, true);
  });

  it('becomes a NOT PASS when the fresh review says so, and the work goes round again', () => {
    const world = lowered();
    world.do({ type: 'resumeLoop' });
    world.playUntil('runLane');
    world.settle(world.open('runLane')[0]!, reviewed('not-pass'));
    assert.deepEqual([world.run().round, world.run().phase], [2, 'implementing']);
  });

  it('is also left by returning the task', () => {
    const world = lowered();
    assert.ok(world.do({ type: 'returnRun', run: world.run().id, comments: 'Look again.' }).ok);
    world.playUntil();
    assert.deepEqual([world.run().phase, world.run().gate?.open], ['waiting', true]);
  });

  it('during the reviews is asked for again by itself, and a person in the end', () => {
    const world = new CoreWorld().start().playUntil('commitPatch');
    world.settle(world.open('commitPatch')[0]!);
    /** Everything goes on but the other reviewer, so that the round can't be concluded. */
    const judge = (): void => {
      for (;;) {
        const own = world.run().jobs.find((one) => one.session === 'reviewer' && !one.ended);
        const others = world.run().jobs.filter((one) => one.session !== 'reviewer');
        const next = world.open().find(({ id }) => !others.some((one) => `${one.id}/lane` === id));
        assert.ok(next, 'nothing is left to do');
        world.settle(next);
        if (own && next.id === `${own.id}/lane`) return;
      }
    };
    judge();
    beat(world, { status: 'blocked' });
    judge();
    beat(world, { status: 'blocked' });
    world.playUntil();
    const { phase, ask } = world.run();
    assert.deepEqual([phase, ask?.kind === 'problem' && ask.problem.code], ['needs-you', 'gate.lowered']);
    world.do({ type: 'resumeLoop' });
    world.playUntil();
    assert.deepEqual([world.run().phase, world.run().gate?.open], ['waiting', true]);
  });

  it('is raised by no sequence of heartbeats', () => {
    const told = fc.record({
      session: fc.constantFrom('reviewer', 'ci-eval-auditor', 'implementer', 'x'),
      task: fc.constantFrom(null, 'T-2026-0001', 'T-2026-0002'),
      status: fc.constantFrom('passed', 'approved', 'PASS', 'running', 'blocked', 'done', 'clear'),
      agent: fc.constantFrom(null, 'claude', 'codex'),
    });
    fc.assert(
      fc.property(fc.array(told, { maxLength: 20 }), (all) => {
        const world = lowered();
        for (const one of all) {
          beat(world, one);
          assert.equal(statusOf(world).ok, false);
          assert.equal(world.run().gate?.open, false);
        }
      }),
    );
  });
});

describe('freshness', () => {
  const at = '2026-06-01T12:00:00Z';
  const ages: readonly (readonly [seconds: number, fresh: boolean])[] = [
    [0, true],
    [1800, true],
    [1801, false],
    [-5, true],
  ];
  for (const [seconds, fresh] of ages)
    it(`after ${seconds} s is ${fresh ? 'kept' : 'lost'}`, () =>
      assert.equal(isFresh(laterThan(at, -seconds * 1000), at, ttl), fresh));

  for (const none of ['', 'yesterday', '2026-13-41T00:00:00Z'])
    it(`is not had from ${none === '' ? 'nothing' : none}`, () => assert.equal(isFresh(none, at, ttl), false));

  it('reads a time with an offset', () => assert.equal(isFresh('2026-06-01T13:30:00+02:00', at, ttl), true));

  it('is lost by a pass that nobody renewed: it reads stale and counts no more', () => {
    const world = passed();
    world.at = laterThan(world.at, ttl);
    const { status, ok, fresh } = statusOf(world);
    assert.deepEqual([status, ok, fresh], ['stale', false, false]);
  });

  it('is kept by a host that renews the lease', () => {
    const world = passed();
    world.at = laterThan(world.at, ttl);
    world.awakeMs += 59_000;
    world.do({ type: 'renewLeases', awakeMs: world.awakeMs }, host);
    assert.deepEqual([statusOf(world).status, statusOf(world).fresh], ['passed', true]);
  });

  it('is won back by the host’s next look after a sleep, in which no awake time went by', () => {
    const world = passed();
    world.at = laterThan(world.at, 10 * ttl);
    assert.equal(statusOf(world).fresh, false);
    world.do({ type: 'renewLeases', awakeMs: world.awakeMs }, host);
    assert.deepEqual([statusOf(world).status, statusOf(world).fresh], ['passed', true]);
  });

  it('is kept by a lane that works', () => {
    const world = new CoreWorld().start().playUntil('commitPatch');
    world.settle(world.open('commitPatch')[0]!);
    world.playUntil('runLane');
    world.at = laterThan(world.at, 10 * ttl);
    const about = { run: world.run(), identity: identityOf(world.run()) };
    assert.deepEqual(gateStatus(world.state, reviewer, about, world.at, ttl).status, 'running');
  });

  it('is not won by a heartbeat that was handed in late', () => {
    const world = passed();
    const said = world.at;
    world.at = laterThan(world.at, 2 * ttl);
    beat(world, { status: 'passed', saidAt: said });
    assert.equal(statusOf(world).status, 'stale');
  });

  it('is not won by a heartbeat of a time to come', () => {
    const world = passed();
    beat(world, { status: 'running', saidAt: laterThan(world.at, 100 * ttl) });
    assert.equal(world.state.sessions['reviewer']?.lastBeat, world.at);
  });
});
