import assert from 'node:assert/strict';
import { resume } from '../../../src/cli/commands/resume.ts';
import { ok } from '../../../src/base/result.ts';
import { problem } from '../../../src/base/problem.ts';
import { stop } from '../../../src/cli/commands/stop.ts';
import type { Call } from '../../../src/cli/verb.ts';
import { batchOf, batchRequest, passes, patchRequest, seated } from '../../builders/appBatch.ts';
import { person, type Harness } from '../../builders/appHarness.ts';
import type { Play } from '../../fakes/fakeLanes.ts';
import { createTestCli, type TestCli } from './terminal.ts';

/** The caller of a verb that opens this application. */
const cliOf = (h: Harness): TestCli => ({ ...createTestCli(), open: async () => ok(h.app) });
const callOf = (...flags: string[]): Call => ({
  positionals: [],
  flag: (name) => flags.includes(name),
  text: () => null,
  texts: () => [],
});

describe('mam resume after a batch that met a usage limit', () => {
  const limited = () => ({ kind: 'limited', problem: problem('lane.limited', 'Limited.'), until: null }) as const;

  it('lifts the limit although there is no loop, and says so', async () => {
    const h = await seated({ play: () => limited });
    await batchOf(h, { sessions: ['reviewer'] });
    assert.deepEqual(Object.keys(h.app.state.limits), ['codex']);
    const cli = cliOf(h);
    assert.equal(await resume.run(cli, callOf()), 0);
    assert.deepEqual(h.app.state.limits, {});
    assert.match(cli.shown.join('\n'), /usage limit of codex counts as lifted/);
    const again = cliOf(h);
    assert.equal(await resume.run(again, callOf()), 1);
    assert.match(again.shown.join('\n'), /\[loop\.none\]/);
  });
});

/** A lane that goes on after it was told to end, until the test lets it. */
function lingering() {
  let end = (): void => undefined;
  const told = Promise.withResolvers<void>();
  const play: Play = (_spec, signal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => told.resolve(), { once: true });
      end = () => resolve({ kind: 'failed', problem: problem('lane.stopped', 'Stopped.') });
    });
  return { play, told: told.promise, end: () => end() };
}

describe('mam stop while a batch runs', () => {
  for (const json of [false, true])
    it(`waits for its lanes and checkouts, and says so${json ? ' in JSON' : ''}`, async () => {
      const lane = lingering();
      const h = await seated({ play: () => lane.play });
      const running = h.app.runBatch(batchRequest({ sessions: ['reviewer'] }), person);
      for (let n = 0; n < 20 && h.lanes.started.length === 0; n++) await h.rest();
      const cli = cliOf(h);
      const stopping = stop.run(cli, json ? callOf('json') : callOf());
      await lane.told;
      await h.rest();
      assert.deepEqual([cli.shown, h.lanes.running.size], [[], 1]);
      lane.end();
      assert.equal(await stopping, 0);
      await running;
      assert.deepEqual([h.lanes.running.size, h.app.state.worktrees, h.app.state.effects], [0, {}, {}]);
      const [shown = ''] = cli.shown;
      if (!json) assert.equal(shown, 'The batch of lanes is stopped. Start it again to go on.');
      else {
        const { loop, batches } = JSON.parse(shown);
        assert.deepEqual([loop, batches[0].decision], [null, 'blocked']);
      }
    });

  it('tells of a lane that proposes, which resume would not go on with', async () => {
    const lane = lingering();
    const h = await seated({ play: () => lane.play });
    const running = h.app.proposePatch(patchRequest, person);
    for (let n = 0; n < 20 && h.lanes.started.length === 0; n++) await h.rest();
    const cli = cliOf(h);
    const stopping = stop.run(cli, callOf('json'));
    await lane.told;
    lane.end();
    assert.equal(await stopping, 0);
    await running;
    const { loop, lanes, next } = JSON.parse(cli.shown[0] ?? '{}');
    assert.deepEqual([loop, lanes.map((one: { state: string }) => one.state), next], [null, ['ended'], []]);
  });

  it('has nothing to stop afterwards', async () => {
    const h = await seated({ play: () => passes });
    await batchOf(h, { sessions: ['reviewer'] });
    const cli = cliOf(h);
    assert.equal(await stop.run(cli, callOf()), 1);
    assert.match(cli.shown.join(), /loop\.notRunning/);
  });
});
