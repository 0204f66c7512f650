import assert from 'node:assert/strict';
import { DelegatedWorld } from '../../../builders/delegatedWorld.ts';
import { host } from '../../../builders/core.ts';

describe('whether something was said in the conversation of a session', () => {
  const spoken = (world: DelegatedWorld): boolean | undefined => world.state.agentSessions['s1']?.spoken;
  const resume = (world: DelegatedWorld): void => {
    world.must({ type: 'endAgentSession', session: 's1', generation: 1, how: 'stopped', problem: null }, host);
    const { controlPlane } = world.state.agentSessions['s1']!;
    world.must({ type: 'resumeAgentSession', session: 's1', controlPlane });
  };

  for (const [what, source, kind, expected] of [
    ['a turn that a hook tells', 'hook', 'working', true],
    ['a line of the transcript', 'transcript', 'idle', true],
    ['the beginning of the program', 'hook', 'idle', false],
    ['a screen that is at work with itself', 'screen', 'working', false],
  ] as const)
    it(`is ${expected} after ${what}, and stays so when it is resumed`, () => {
      const world = new DelegatedWorld().session('s1', 'codex', null);
      assert.equal(spoken(world), false);
      world.see(source, { kind });
      assert.equal(spoken(world), expected);
      resume(world);
      assert.equal(spoken(world), expected);
    });

  it('counts for that conversation alone', () => {
    const world = new DelegatedWorld().session();
    world.see('hook', { kind: 'working' });
    world.must({ type: 'identifyAgentSession', session: 's1', generation: 1, conversation: 'another' }, host);
    assert.equal(spoken(world), false);
  });
});
