import assert from 'node:assert/strict';
import { watchedSessions, type WatchedSessions } from '../../../builders/watchedSessions.ts';

describe('a permission that an agent asked for by a hook', () => {
  let world: WatchedSessions;
  afterEach(() => world.dispose());

  it('keeps a permission until its own call is answered, whatever else is written or runs', async () => {
    world = await watchedSessions();
    world.signs.written.add('c1');
    await world.open();
    await world.hear({ activity: { kind: 'idle' }, conversation: 'c1', opens: true });
    await world.pass(10);
    const write = (kind: 'working' | 'idle', besides = {}) => world.signs.following.get('c1')?.({ kind }, besides);
    const text = 'Bash: rm -rf build';
    const call = `${text} #111111111111`;
    const beside = ['Bash: ls', `${text} #222222222222`];
    for (const answer of [{ answers: [...beside, call] }, { clears: true }] as const) {
      await world.hear({
        activity: { kind: 'needsYou', need: 'permission', text },
        conversation: 'c1',
        call,
      });
      await world.pass(5);
      write('working');
      await world.pass(5);
      write('working', { answers: beside });
      world.place.set('s1.1', { kind: 'agent', process: null, children: 3, title: null, watched: null });
      await world.pass(10);
      assert.equal(world.status().kind, 'needsYou');
      write('working', answer);
      write('working');
      await world.pass(1);
      assert.equal(world.status().kind, 'working', JSON.stringify(answer));
      await world.pass(10);
    }
    await world.hear({ activity: { kind: 'needsYou', need: 'permission', text }, conversation: 'c1', call });
    await world.pass(5);
    write('idle');
    await world.pass(1);
    assert.equal(world.status().kind, 'idle');
  });
});
