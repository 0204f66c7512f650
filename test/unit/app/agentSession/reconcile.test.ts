import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import { isoSeconds } from '../../../../src/base/clock.ts';
import { statusOf } from '../../../../src/core/agentSession/status.ts';
import type { PlaceLook } from '../../../../src/app/ports/terminals.ts';
import { person } from '../../../builders/appHarness.ts';
import { createSessionScene, type SessionScene } from '../../../builders/sessionScene.ts';

const agent = { kind: 'agent', children: 0, title: null, watched: null } as const;

/** The next host of the same repository. */
const nextHost = (scene: SessionScene, bootId = 'boot-1'): Promise<SessionScene> => {
  const { store, files, clock, terminals: places } = scene;
  return createSessionScene({ store, files, clock, places, bootId, idPrefix: 'next-' });
};

const status = (scene: SessionScene): string =>
  statusOf(scene.app.state, scene.session(), isoSeconds(scene.clock.now())).kind;

describe('the next host of a session', () => {
  let first: SessionScene;
  beforeEach(async () => {
    first = await createSessionScene();
    await first.open();
    await first.see('hook', { kind: 'idle' });
    await first.app.close();
  });

  it('goes on with one that lives, and starts no second process', async () => {
    const next = await nextHost(first);
    await next.pass(2000);
    assert.deepEqual([status(next), next.session().generation, next.terminals.places.size], ['idle', 1, 1]);
    await next.app.close();
  });

  const ends: readonly { readonly name: string; readonly look: PlaceLook; readonly shown: string }[] = [
    { name: 'is gone and nobody saw how', look: { kind: 'gone', code: null, signal: null }, shown: 'interrupted' },
    { name: 'ended by itself', look: { kind: 'gone', code: 1, signal: null }, shown: 'gone' },
    { name: 'left its shell', look: { kind: 'shell', code: 0 }, shown: 'shell' },
    {
      name: 'has another process in its place',
      look: { ...agent, process: { pid: 9, startTime: 'boot:9' } },
      shown: 'interrupted',
    },
    {
      name: 'can’t be looked at',
      look: { kind: 'unobservable', problem: problem('x.y', 'No.') },
      shown: 'unobservable',
    },
  ];
  for (const { name, look, shown } of ends)
    it(`calls one that ${name} ${shown}, and never idle`, async () => {
      first.terminals.set(first.place().handle, look);
      const next = await nextHost(first);
      await next.pass(2000);
      assert.equal(status(next), shown);
      await next.app.close();
    });

  it('calls it interrupted after a restart of the machine, although another process has its pid, and it can go on', async () => {
    const next = await nextHost(first, 'boot-2');
    await next.pass(2000);
    assert.equal(status(next), 'interrupted');
    const resumed = await next.app.agentSessions.resume({ session: 'one', cwd: null, controlPlane: null }, person);
    assert.ok(resumed.ok);
    assert.equal(next.session().generation, 2);
    assert.deepEqual(next.place().spec.argv, ['claude', '--resume', 'conversation-1']);
    assert.equal(next.session().process?.bootId, 'boot-2');
    await next.app.close();
  });
});
