import assert from 'node:assert/strict';
import { createApp } from '../../../src/app/createApp.ts';
import { createHarness } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { settingsWith } from '../../builders/settings.ts';
import { settle } from '../../fakes/manualClock.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });

describe('a host that is told which effects are its to run', () => {
  it('leaves what a loop left open to the next owner, and starts no lane', async () => {
    const first = await createHarness({ queue, play: () => () => new Promise(() => undefined) });
    await first.start();
    assert.equal(first.lanes.started.length, 1);
    const [before] = Object.values(first.app.state.effects);
    await first.app.close();
    const facts = await first.git.facts();
    assert.ok(facts.ok);
    const second = await createApp(first.ports, {
      facts: facts.value,
      binFolder: '/bin',
      settings: () => settingsWith(),
      modelWishes: {},
      laneEnv: {},
      effects: new Set(['ship']),
      release: async () => undefined,
    });
    assert.ok(second.ok);
    for (let n = 0; n < 40; n++) await settle();
    assert.equal(second.value.role, 'owner');
    const [after] = Object.values(second.value.state.effects);
    assert.equal(after?.effect.kind, 'runLane');
    assert.deepEqual(after, before, 'nobody took it up');
    await second.value.close();
  });
});
