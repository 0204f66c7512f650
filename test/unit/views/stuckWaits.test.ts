import assert from 'node:assert/strict';
import { waitsOf } from '../../../src/app/views/waits.ts';
import { host } from '../../builders/core.ts';
import { DelegatedWorld } from '../../builders/delegatedWorld.ts';
import { aScene, reader } from '../../builders/scene.ts';
import { idle, working } from '../../builders/sights.ts';

const told = (world: DelegatedWorld): readonly (readonly string[])[] =>
  waitsOf(reader({ now: () => world.at, age: () => 0 }), aScene(world.state, { awakeMs: world.awakeMs })).map(
    ({ label, kind, actions }) => [label, kind, ...actions.map(({ name }) => name)],
  );

describe('what waits for a person although nobody asks', () => {
  it('is a limit without a time, and none that ends by itself', () => {
    const world = new DelegatedWorld().session();
    world.see('hook', { kind: 'limited', until: '2026-01-31T13:00:00Z' });
    assert.deepEqual(told(world), []);
    world.see('hook', { kind: 'limited', until: null });
    assert.deepEqual(told(world), [['name-s1: limited, without a word until when', 'limited', 'showSession']]);
  });

  it('is a job whose process was replaced by one that rests', () => {
    const world = new DelegatedWorld().started();
    world.report();
    world.must({ type: 'endAgentSession', session: 's1', generation: 1, how: 'interrupted', problem: null }, host);
    const controlPlane = world.state.agentSessions['s1']?.controlPlane;
    assert.ok(controlPlane);
    world.must({ type: 'resumeAgentSession', session: 's1', controlPlane });
    for (const effect of world.open('startSession')) world.settle(effect);
    world.see('hook', working, 's1', 2);
    assert.deepEqual(told(world), []);
    world.see('hook', idle, 's1', 2);
    const wait = ['name-s1: job j1 is not gone on with', 'replaced', 'confirmJob', 'retryJob', 'showSession'];
    assert.deepEqual(told(world), [wait]);
    world.must({ type: 'endJob', job: 'j1', status: 'completed', reason: '' });
    assert.deepEqual(told(world), []);
  });
});
