import assert from 'node:assert/strict';
import { isoSeconds } from '../../../../src/base/clock.ts';
import { statusOf } from '../../../../src/core/agentSession/status.ts';
import { FakeMachine } from '../../../fakes/fakeMachine.ts';
import { FakeTerminals } from '../../../fakes/fakeTerminals.ts';
import { person } from '../../../builders/appHarness.ts';
import { createSessionScene, type SessionScene } from '../../../builders/sessionScene.ts';

const status = (scene: SessionScene) => statusOf(scene.app.state, scene.session(), isoSeconds(scene.clock.now()));

describe('a session whose agent may have died while nobody watched', () => {
  let first: SessionScene;
  let machine: FakeMachine;
  beforeEach(async () => {
    machine = new FakeMachine();
    first = await createSessionScene({ machine });
    await first.open();
    await first.see('hook', { kind: 'working' });
    await first.app.close();
  });

  /** Another host, which can reach that place or has another one only. */
  const next = (on: FakeMachine, reaches: boolean): Promise<SessionScene> => {
    const { store, files, clock, terminals } = first;
    const places = reaches ? terminals : new FakeTerminals('headless');
    return createSessionScene({ store, files, clock, places, machine: on, idPrefix: 'next-' });
  };
  const pidOf = (scene: SessionScene): number => scene.session().process?.pid ?? 0;
  const resume = (scene: SessionScene) =>
    scene.app.agentSessions.resume({ session: 'one', cwd: null, controlPlane: null }, person);

  it('has recorded on which machine it runs, and among which processes its pid was counted', () => {
    const { machineId, pidNamespace } = first.session().process ?? {};
    assert.deepEqual([machineId, pidNamespace], ['machine-1', 'pid:[1]']);
  });

  it('is interrupted after a restart of its machine', async () => {
    const scene = await next(new FakeMachine('boot-2'), true);
    await scene.pass(4000);
    assert.equal(status(scene).kind, 'interrupted');
    await scene.app.close();
  });

  it('runs on where its machine was given another name', async () => {
    const scene = await next(new FakeMachine('boot-1', 'pid:[1]', 'renamed'), true);
    await scene.pass(4000);
    assert.equal(status(scene).kind, 'working');
    await scene.app.close();
  });

  it('is interrupted where its process is provably gone, although its place can’t be reached', async () => {
    machine.ended.add(pidOf(first));
    const scene = await next(machine, false);
    await scene.pass(4000);
    assert.equal(status(scene).kind, 'interrupted');
    await scene.app.close();
  });

  it('can’t be observed where its process runs and its place can’t be reached, and is no session that runs already', async () => {
    const scene = await next(machine, false);
    await scene.pass(4000);
    const shown = status(scene);
    assert.ok(shown.kind === 'unobservable' && shown.problem.code === 'session.notHere', shown.kind);
    const resumed = await resume(scene);
    assert.equal(resumed.ok ? 'ok' : resumed.error.code, 'session.notHere');
    await scene.app.close();
  });

  // All machines count their first processes in the same way, so that the namespace alone may be the same.
  const elsewhere = [
    { name: 'container', there: () => new FakeMachine('boot-1', 'pid:[2]') },
    { name: 'machine', there: () => new FakeMachine('boot-2', 'pid:[1]', 'machine-2') },
    { name: 'machine that tells of no namespace', there: () => new FakeMachine('boot-2', null, 'machine-2') },
  ];
  for (const { name, there: host } of elsewhere)
    it(`can’t be observed from another ${name}, whatever is found of its pid and its place there`, async () => {
      const there = host();
      there.ended.add(pidOf(first));
      first.terminals.set(first.place().handle, { kind: 'gone', code: null, signal: null });
      for (const reaches of [true, false]) {
        const scene = await next(there, reaches);
        await scene.pass(4000);
        const shown = status(scene);
        assert.ok(shown.kind === 'unobservable' && shown.problem.code === 'session.far', shown.kind);
        const resumed = await resume(scene);
        assert.equal(resumed.ok ? 'ok' : resumed.error.code, 'session.far');
        await scene.app.close();
      }
    });

  it('runs already where it is seen to run', async () => {
    const scene = await next(machine, true);
    await scene.pass(4000);
    const resumed = await resume(scene);
    assert.ok(resumed.ok && resumed.value.wasAlive);
    await scene.app.close();
  });
});
