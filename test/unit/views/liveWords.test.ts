import assert from 'node:assert/strict';
import { liveWords } from '../../../src/app/views/agentSessions.ts';
import { DelegatedWorld } from '../../builders/delegatedWorld.ts';
import { aScene, reader } from '../../builders/scene.ts';

/** In the world's own time. */
const wordsOf = (world: DelegatedWorld): string | null =>
  liveWords(
    reader({ now: () => world.at, age: (iso) => Date.parse(world.at) - Date.parse(iso) }),
    aScene(world.state, { awakeMs: world.awakeMs }),
  );

const changesIn = (world: DelegatedWorld, seconds: number): boolean => {
  const before = wordsOf(world);
  world.pass(seconds);
  return wordsOf(world) !== before;
};

describe('the rows of living sessions', () => {
  it('say another thing with the time alone only where something runs or is owed', () => {
    assert.equal(wordsOf(new DelegatedWorld()), null);
    assert.equal(changesIn(new DelegatedWorld().session(), 7200), false);
    const world = new DelegatedWorld().started();
    world.see('hook', { kind: 'working' });
    assert.equal(changesIn(world, 120), true);
    world.see('hook', { kind: 'idle' });
    world.pass(30);
    assert.equal(changesIn(world, 10), false);
    assert.equal(changesIn(world, 120), true, 'its report is owed');
  });
});
