import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import { person } from '../../../builders/appHarness.ts';
import { createSessionScene, type SessionScene } from '../../../builders/sessionScene.ts';

describe('a session that is stopped', () => {
  let scene: SessionScene;
  beforeEach(async () => {
    scene = await createSessionScene();
    await scene.open();
  });
  afterEach(() => scene.app.close());
  const stop = async (): Promise<string> => {
    const stopped = await scene.app.agentSessions.stop(scene.session().id, person);
    return stopped.ok ? 'stopped' : stopped.error.code;
  };

  it('has ended once its agent is known to be gone', async () => {
    assert.equal(await stop(), 'stopped');
    assert.equal(scene.session().ended?.how, 'stopped');
    assert.equal(scene.place().look.kind, 'gone');
  });

  it('lives on where its agent could not be ended, and can be stopped again', async () => {
    scene.place().immortal = true;
    for (let times = 0; times < 2; times += 1) {
      assert.equal(await stop(), 'terminals.notEnded');
      assert.deepEqual([scene.session().ended, scene.session().stopping], [null, false]);
    }
    scene.place().immortal = false;
    assert.equal(await stop(), 'stopped');
    assert.equal(scene.session().ended?.how, 'stopped');
  });

  it('is stopped where it ended by itself just before', async () => {
    scene.terminals.set(scene.place().handle, { kind: 'gone', code: 0, signal: null });
    await scene.app.agentSessions.reconcile();
    const { id } = scene.session();
    const [first, second] = await Promise.all([stop(), stop()]);
    assert.deepEqual([first, second, scene.app.state.agentSessions[id]?.ended?.how], ['stopped', 'stopped', 'gone']);
  });

  it('is resumed where it ended and nobody had looked', async () => {
    scene.terminals.set(scene.place().handle, { kind: 'gone', code: 0, signal: null });
    const { id, generation } = scene.session();
    const resumed = await scene.app.agentSessions.resume({ session: id, cwd: null, controlPlane: null }, person);
    assert.deepEqual(resumed.ok && [resumed.value.wasAlive, resumed.value.session.generation], [false, generation + 1]);
  });

  it('lives on where nobody can tell what became of its agent', async () => {
    scene.terminals.hidden = problem('terminals.hangs', 'It does not answer.');
    assert.equal(await stop(), 'terminals.hangs');
    assert.deepEqual([scene.session().ended, scene.session().stopping], [null, false]);
    scene.terminals.hidden = null;
    scene.terminals.set(scene.place().handle, { kind: 'gone', code: 0, signal: null });
    await scene.pass(2000);
    assert.equal(scene.session().ended?.how, 'gone');
  });

  for (const [what, by] of [
    ['stopped', stop],
    ['forgotten', () => scene.app.agentSessions.forget(scene.session().id, person)],
    [
      'resumed',
      () => scene.app.agentSessions.resume({ session: scene.session().id, cwd: null, controlPlane: null }, person),
    ],
  ] as const)
    it(`leaves no shell of an agent that ended, once it is ${what}`, async () => {
      const { handle } = scene.place();
      scene.terminals.set(handle, { kind: 'shell', code: 0 });
      for (let looks = 0; looks < 5 && !scene.session().ended; looks += 1) await scene.pass(5000);
      assert.equal(scene.session().ended?.how, 'shell');
      await by();
      assert.equal((await scene.terminals.look(handle)).kind, 'gone');
    });
});
