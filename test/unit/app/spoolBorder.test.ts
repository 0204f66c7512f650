import assert from 'node:assert/strict';
import { problem } from '../../../src/base/problem.ts';
import { createApp } from '../../../src/app/createApp.ts';
import { createHarness, person, testKeys, type Harness, type HarnessOptions } from '../../builders/appHarness.ts';
import { settingsWith } from '../../builders/settings.ts';
import { queueText } from '../../builders/queueText.ts';
import { hangs } from '../../fakes/fakeLanes.ts';
import { createMemorySpool } from '../../fakes/memorySpool.ts';
import { ManualClock } from '../../fakes/manualClock.ts';
import { createMemoryStore } from '../../fakes/memoryStore.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });
const full = problem('files.full', 'The disk is full.');

const withHarness =
  (options: Partial<HarnessOptions>, body: (h: Harness) => Promise<void>) => async (): Promise<void> => {
    const h = await createHarness({ queue, ...options });
    await body(h);
    await h.app.close();
    assert.equal(h.clock.waiting, 0);
  };

describe('the spool', () => {
  const event = (job: string, kind = 'progress', change: Readonly<Record<string, unknown>> = {}): string =>
    JSON.stringify({
      v: 2,
      type: 'jobEvent',
      job,
      attempt: 1,
      token: testKeys.jobToken(job, 1),
      seq: 1,
      kind,
      text: 'reading',
      ...change,
    });
  const beat = (status: string): string =>
    JSON.stringify({ v: 1, type: 'heartbeat', session: 'reviewer', role: 'Reviewer', task: 'T-2026-0001', status });

  const refused = [
    { name: 'no JSON', text: '{' },
    { name: 'no message', text: '{"v":1,"type":"other"}' },
    { name: 'a newer version', text: event('x', 'progress', { v: 3 }) },
    { name: 'an unknown job', text: event('nobody') },
  ];
  for (const { name, text } of refused)
    it(
      `refuses ${name}, and takes what comes after`,
      withHarness({}, async (h) => {
        await h.start();
        await h.spool.drop('1.json', text);
        await h.spool.drop('2.json', beat('running'));
        assert.deepEqual([h.spool.refused, h.spool.done, h.spool.waiting], [['1.json'], ['2.json'], []]);
      }),
    );

  it(
    'tells the progress of a running job, and refuses it once the job has ended',
    withHarness({ play: () => hangs }, async (h) => {
      await h.start();
      const job = h.run().jobs[0]!.id;
      await h.spool.drop('1.json', event(job, 'permission_required'));
      assert.equal(h.app.state.signals[job]?.kind, 'permission_required');
      await h.app.dispatch({ type: 'stopLoop' }, person);
      await h.rest();
      await h.spool.drop('2.json', event(job, 'completed'));
      assert.deepEqual([h.spool.refused, h.app.state.signals], [['2.json'], {}]);
    }),
  );

  it(
    'takes a number up to a day ahead, and none beyond, after which no other could be heard',
    withHarness({ play: () => hangs }, async (h) => {
      await h.start();
      const job = h.run().jobs[0]!.id;
      const day = h.clock.now() + 86_400_000;
      for (const [name, seq] of [
        ['1.json', Number.MAX_SAFE_INTEGER],
        ['2.json', day + 1_000],
        ['3.json', day],
      ] as const)
        await h.spool.drop(name, event(job, 'progress', { seq }));
      assert.deepEqual([h.spool.refused, h.spool.done], [['1.json', '2.json'], ['3.json']]);
    }),
  );

  it(
    'believes an event of a lane only with the token of its attempt',
    withHarness({ play: () => hangs }, async (h) => {
      await h.start();
      const job = h.run().jobs[0]!.id;
      const wrong = [
        { token: testKeys.jobToken('other', 1) },
        { token: testKeys.sessionToken(job, 1) },
        { attempt: 2, token: testKeys.jobToken(job, 2) },
        { attempt: 2 },
        { v: 1 },
      ];
      for (const [i, change] of wrong.entries()) await h.spool.drop(`${i}.json`, event(job, 'completed', change));
      assert.deepEqual([h.spool.refused.length, h.app.state.signals], [wrong.length, {}]);
      const { env } = h.lanes.started[0]!;
      assert.deepEqual([env['MAM_JOB'], env['MAM_ATTEMPT'], env['MAM_TOKEN']], [job, '1', testKeys.jobToken(job, 1)]);
      assert.ok(!JSON.stringify(h.store.database.rows).includes(testKeys.jobToken(job, 1)));
      await h.app.dispatch({ type: 'stopLoop' }, person);
      await h.rest();
    }),
  );

  it(
    'never lets a heartbeat pass anything',
    withHarness({ play: () => hangs }, async (h) => {
      await h.start();
      await h.spool.drop('1.json', beat('passed'));
      const session = h.app.state.sessions['reviewer'];
      assert.deepEqual([session?.status, session?.claimed, h.run().gate], ['idle', 'passed', null]);
      await h.app.dispatch({ type: 'stopLoop' }, person);
      await h.rest();
    }),
  );

  it(
    'keeps a message that could not be recorded',
    withHarness({}, async (h) => {
      h.store.broken = full;
      await h.spool.drop('1.json', beat('running'));
      assert.deepEqual([h.spool.waiting, h.spool.done], [['1.json'], []]);
      h.store.broken = null;
      await h.spool.drop('2.json', beat('idle'));
      assert.deepEqual([h.spool.waiting, h.spool.done], [[], ['1.json', '2.json']]);
    }),
  );

  it('counts from the first moment on', async () => {
    const spool = createMemorySpool();
    await spool.drop('1.json', beat('blocked'));
    const h = await createHarness({ queue, wrap: (ports) => ({ ...ports, spool }) });
    assert.deepEqual([h.app.state.sessions['reviewer']?.status, spool.done], ['blocked', ['1.json']]);
    await h.app.close();
  });

  it(
    'is taken by a host that only looks where nobody owns the repository',
    withHarness({}, async (h) => {
      const spool = createMemorySpool();
      await spool.drop('1.json', beat('blocked'));
      const looking = await createApp(
        { ...h.ports, store: createMemoryStore(), clock: new ManualClock(), spool },
        {
          facts: h.app.facts,
          binFolder: '/bin',
          settings: () => settingsWith({}),
          modelWishes: {},
          laneEnv: {},
          mirrorOnly: true,
          release: async () => undefined,
        },
      );
      assert.ok(looking.ok);
      assert.deepEqual(
        [looking.value.role, looking.value.state.sessions['reviewer']?.status, spool.done],
        ['mirror', 'blocked', ['1.json']],
      );
      await looking.value.close();
    }),
  );

  it(
    'is left to the owner',
    withHarness({}, async (h) => {
      const mirror = await createHarness({
        queue,
        store: createMemoryStore(h.store.database),
        git: h.git,
        lanes: h.lanes,
        files: h.files,
      });
      await mirror.spool.drop('1.json', beat('running'));
      assert.deepEqual([mirror.spool.waiting, mirror.spool.done], [['1.json'], []]);
      await mirror.app.close();
    }),
  );
});
