import assert from 'node:assert/strict';
import { watchedSessions, type WatchedSessions } from '../../../builders/watchedSessions.ts';

describe('processes of the agent’s own', () => {
  let world: WatchedSessions;
  afterEach(() => world.dispose());

  it('knows after a change of owner in the middle of a turn what runs of its own, and does not take that for work', async () => {
    world = await watchedSessions({ screen: false });
    world.signs.hooked.add('codex');
    await world.open();
    world.place.see('s1.1', { children: 2 });
    await world.hear({ activity: { kind: 'idle' }, conversation: 'c1', opens: true });
    await world.pass(10);
    await world.give();
    await world.hear({ activity: { kind: 'working' }, conversation: 'c1', prompt: '[j1.1]' });
    await world.pass(10);
    await world.changeOwner();
    await world.hear({ activity: { kind: 'needsYou', need: 'permission', text: 'Run it?' }, conversation: 'c1' });
    await world.pass(30);
    assert.equal(world.status().kind, 'needsYou');
    world.place.see('s1.1', { children: 3 });
    await world.pass(30);
    // Its command began to run.
    assert.equal(world.status().kind, 'working');
    world.place.see('s1.1', { children: 2 });
    await world.hear({ activity: { kind: 'idle' }, conversation: 'c1' });
    await world.pass(60);
    assert.equal(world.session().sights.process?.activity.kind, 'quiet');
  });

  it('calls nothing work before it knows what runs of its own', async () => {
    world = await watchedSessions({ screen: false });
    await world.open();
    world.place.see('s1.1', { children: 1 });
    await world.pass(30);
    assert.equal(world.session().sights.process?.activity.kind, 'quiet');
    world.place.see('s1.1', { children: 2 });
    await world.pass(30);
    assert.equal(world.session().sights.process?.activity.kind, 'working');
  });
});
