import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import { err, ok } from '../../../../src/base/result.ts';
import { backends } from '../../../../src/core/agentSession/types.ts';
import { createSessionScene } from '../../../builders/sessionScene.ts';
import { person } from '../../../builders/appHarness.ts';
import { FakeSessionAgents } from '../../../fakes/fakeSessionAgents.ts';
import { FakeTerminals } from '../../../fakes/fakeTerminals.ts';

/** Agents that need a terminal, as nearly all do. */
class NeedsTerminal extends FakeSessionAgents {
  override newConversation(_agent?: string, terminal = false): ReturnType<FakeSessionAgents['newConversation']> {
    return terminal ? ok('c') : err(problem('session.needsScreen', 'It needs a screen.'));
  }
}

describe('an agent that needs a terminal', () => {
  for (const backend of backends)
    it(`${backend === 'headless' ? 'is refused in' : 'starts in'} ${backend}, whether or not its screen can be read`, async () => {
      const sessionAgents = new NeedsTerminal();
      // Of an editor's terminal nobody can read the screen, and a program without one leaves what it printed.
      const places = new FakeTerminals(backend, { screen: backend !== 'editor' });
      const scene = await createSessionScene({ places, sessionAgents });
      const opened = await scene.app.agentSessions.open(
        { agent: 'claude', backend, cwd: '/repo', name: 'one', role: null, controlPlane: null },
        person,
      );
      const seen = Object.keys(scene.app.state.agentSessions).length;
      if (backend === 'headless')
        assert.deepEqual([opened.ok ? '' : opened.error.code, seen], ['session.needsScreen', 0]);
      else assert.deepEqual([opened.ok, seen, sessionAgents.wishes[0]?.terminal], [true, 1, true]);
      await scene.app.close();
    });
});
