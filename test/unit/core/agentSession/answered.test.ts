import assert from 'node:assert/strict';
import { judgeSights } from '../../../../src/core/agentSession/judge.ts';
import { newestOrder } from '../../../../src/core/agentSession/sight.ts';
import type { Activity } from '../../../../src/core/agentSession/types.ts';
import { host } from '../../../builders/core.ts';
import { DelegatedWorld } from '../../../builders/delegatedWorld.ts';
import { asks, quiet, working } from '../../../builders/sights.ts';

const judged = (world: DelegatedWorld) => judgeSights(world.state.agentSessions['s1']?.sights ?? {}, world.at);

/** What a screen showed when the newest sight was `asOf`. */
const screen = (world: DelegatedWorld, activity: Activity, asOf: number): void =>
  void world.must({ type: 'sightAgentSession', session: 's1', generation: 1, source: 'screen', activity, asOf }, host);

describe('the answer to one of two questions', () => {
  for (const source of ['hook', 'transcript', 'shell'] as const)
    it(`leaves the one that came while its key was watched, told by ${source}`, () => {
      const world = new DelegatedWorld().started();
      world.say('completed');
      world.pass(2);
      world.see('hook', asks('one'));
      world.report();
      const asOf = newestOrder(world.state.agentSessions['s1']?.sights ?? {});
      world.pass(4);
      world.see(source, asks('two'));
      screen(world, asks('one'), asOf);
      screen(world, quiet, asOf);
      assert.deepEqual([judged(world)?.activity, world.status()], [asks('two'), 'running']);
    });

  it('counts where nothing was asked since', () => {
    const world = new DelegatedWorld().started();
    world.see('hook', asks('one'));
    const asOf = newestOrder(world.state.agentSessions['s1']?.sights ?? {});
    world.see('process', working);
    screen(world, asks('Run `one`?'), asOf);
    screen(world, quiet, asOf);
    assert.equal(judged(world)?.activity.kind, 'working');
  });
});

describe('the question of a job', () => {
  const asked = (text: string, call?: string): DelegatedWorld => {
    const world = new DelegatedWorld().started();
    world.say('permission_required', 'npm publish');
    world.pass(3);
    const sight = { type: 'sightAgentSession', session: 's1', generation: 1, source: 'hook' } as const;
    world.must({ ...sight, activity: asks(text), ...(call === undefined ? {} : { call }) }, host);
    world.must({ ...sight, activity: working, ...(call === undefined ? {} : { call }) }, host);
    return world;
  };

  it('is answered with the same one in a dialogue, by its text or its call', () => {
    assert.equal(asked('npm publish').attempt().permission, null);
    assert.equal(asked('Run it?', 'npm publish').attempt().permission, null);
    assert.equal(asked('Run it?', 'npm publish #0123456789ab').attempt().permission, null);
  });

  it('is not answered with another one', () => {
    for (const world of [asked('npm test'), asked('Run it?', 'npm test')])
      assert.equal(world.attempt().permission?.text, 'npm publish');
  });

  it('is answered by whatever its agent says later', () => {
    const world = asked('npm test');
    world.say('progress');
    assert.equal(world.attempt().permission, null);
  });
});
