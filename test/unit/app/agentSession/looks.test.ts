import assert from 'node:assert/strict';
import { watchedSessions, type WatchedSessions } from '../../../builders/watchedSessions.ts';

describe('looks at a session', () => {
  let world: WatchedSessions;
  afterEach(() => world.dispose());

  it('go on after one that failed', async () => {
    world = await watchedSessions();
    await world.open();
    await world.pass(1);
    let failures = 0;
    world.log.error = () => void (failures += 1);
    const look = world.place.look.bind(world.place);
    world.place.look = async () => {
      throw new Error('The server answered nonsense.');
    };
    await world.pass(60);
    world.place.look = look;
    assert.ok(failures > 1);
    world.place.see('s1.1', { children: 1 });
    await world.pass(90);
    assert.equal(world.status().kind, 'working');
  });

  it('come soon while it asks, however long that takes, also where there is no screen', async () => {
    world = await watchedSessions({ screen: false }, 'editor');
    world.signs.hooked.add('codex');
    await world.open();
    await world.hear({ activity: { kind: 'idle' }, conversation: 'c1', opens: true });
    await world.pass(5);
    await world.hear({ activity: { kind: 'working' }, conversation: 'c1' });
    await world.hear({ activity: { kind: 'needsYou', need: 'permission', text: 'Run it?' }, conversation: 'c1' });
    await world.pass(300);
    const place = world.place.at('s1.1');
    assert.ok(place.look.kind === 'agent');
    place.look = { ...place.look, children: 1 };
    await world.pass(7);
    assert.equal(world.status().kind, 'working');
  });

  it('are rare where its agent tells by itself and nothing runs below it, and not where something does', async () => {
    world = await watchedSessions();
    world.signs.hooked.add('codex');
    await world.open();
    await world.hear({ activity: { kind: 'working' }, conversation: 'c1', opens: true });
    await world.pass(900);
    const looksIn = async (seconds: number): Promise<number> => {
      const before = world.counts.looks;
      await world.pass(seconds);
      return world.counts.looks - before;
    };
    assert.equal(await looksIn(900), 3);
    world.place.draw('s1.1', 'Do you want to run `rm -rf build`?\n❯ 1. Yes\n  2. No\n');
    await world.pass(3);
    assert.equal(world.status().kind, 'needsYou');
    world.place.draw('s1.1', '');
    world.place.see('s1.1', { children: 1 });
    await world.pass(900);
    assert.ok((await looksIn(900)) >= 15);
  });

  it('find a session interrupted that nobody saw end, as anybody does who looks later', async () => {
    world = await watchedSessions();
    await world.open();
    await world.pass(1);
    world.place.set('s1.1', { kind: 'gone', code: null, signal: null });
    await world.pass(5);
    const { ended } = world.session();
    assert.deepEqual([ended?.how, ended?.problem?.code], ['interrupted', 'session.lost']);
  });
});
