import assert from 'node:assert/strict';
import { createApp } from '../../../src/app/createApp.ts';
import type { RunnableEffects } from '../../../src/app/effects/runner.ts';
import type { App } from '../../../src/app/app.ts';
import { patchRequest, seated } from '../../builders/appBatch.ts';
import { createHarness, person, type Harness } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { settingsWith } from '../../builders/settings.ts';
import { hangs } from '../../fakes/fakeLanes.ts';
import { settle } from '../../fakes/manualClock.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });

/** Goes on where a host was killed, with these effects alone. */
async function goOn(first: Harness, effects: RunnableEffects): Promise<App> {
  await first.app.close();
  const facts = await first.git.facts();
  assert.ok(facts.ok);
  const second = await createApp(first.ports, {
    facts: facts.value,
    binFolder: '/bin',
    settings: () => settingsWith(),
    modelWishes: {},
    laneEnv: {},
    effects,
    release: async () => undefined,
  });
  assert.ok(second.ok);
  for (let n = 0; n < 40; n++) await settle();
  assert.equal(second.value.role, 'owner');
  return second.value;
}

describe('a host that is told which effects are its to run', () => {
  for (const [what, effects] of [
    ['some kinds', new Set(['ship'] as const)],
    ['those of batches', 'batches'],
    ['those of teams', 'teams'],
    ['those of lanes that propose', 'proposals'],
  ] as const)
    it(`leaves what a loop left open to the next owner, and starts no lane: ${what}`, async () => {
      const first = await createHarness({ queue, play: () => hangs });
      await first.start();
      assert.equal(first.lanes.started.length, 1);
      const [before] = Object.values(first.app.state.effects);
      const second = await goOn(first, effects);
      const [after] = Object.values(second.state.effects);
      assert.equal(after?.effect.kind, 'runLane');
      assert.deepEqual(after, before, 'nobody took it up');
      assert.equal(first.lanes.calls.length, 1);
      await second.close();
    });

  for (const [effects, times] of [
    ['proposals', 2],
    ['batches', 1],
    ['teams', 1],
  ] as const)
    it(`takes up a lane that proposes only where those are its own: ${effects}`, async () => {
      const first = await seated({ play: () => hangs });
      void first.app.proposePatch(patchRequest, person);
      for (let n = 0; n < 20 && first.lanes.started.length === 0; n++) await first.rest();
      const second = await goOn(first, effects);
      assert.equal(first.lanes.calls.length, times);
      await second.close();
    });
});
