import assert from 'node:assert/strict';
import { autotuneTerms } from '../../../src/app/autotuneTerms.ts';
import type { StartRequest } from '../../../src/app/loopOptions.ts';
import { loopPool } from '../../../src/app/loopPool.ts';
import type { Settings } from '../../../src/protocol/settings.ts';
import { settingsWith } from '../../builders/settings.ts';

const request: StartRequest = { tasks: null, limit: 1, only: null, agents: {}, claims: {}, allowedChecks: [] };
const none = { target: null, maxBlockers: null, maxMs: 0, breaker: { failures: 3, backOffMs: 60_000 } };
/** One that is to take so many tasks and no more. */
const bounded = { ...none, stopsBlocked: true };
const retry = { attempts: 2, backOffMs: 60_000 };

describe('how a loop works through its queue', () => {
  const rows: readonly (readonly [
    name: string,
    request: Partial<StartRequest>,
    settings: Partial<Settings>,
    pool: number | undefined,
    guards: object | undefined,
  ])[] = [
    ['two tasks at once, without guards where it is limited', {}, {}, 2, bounded],
    ['as many as the start says', { pool: 5, target: 3 }, {}, 5, { ...bounded, target: 3 }],
    ['with guards to the end of the queue', { limit: null }, {}, 2, { ...none, retry, maxBlockers: 3 }],
    ['without guards on tasks by name', { limit: null, tasks: ['T-2026-0001'] }, {}, 2, bounded],
    [
      'with the guards of the settings',
      { limit: null },
      { 'mam.loop.maxBlockers': 0, 'mam.loop.maxSeconds': 90 },
      2,
      { ...none, retry, maxBlockers: 0, maxMs: 90_000 },
    ],
    [
      'with nobody left alone',
      { limit: null },
      { 'mam.loop.breakerFailures': 0 },
      2,
      { target: null, maxBlockers: 3, maxMs: 0, retry },
    ],
    ['with no further try of the one task', {}, { 'mam.loop.attempts': 5 }, 2, bounded],
    ['with a cap on all tries of several', { limit: 3 }, {}, 2, { ...bounded, retry, maxAttempts: 15 }],
    ['that is no fewer than its tasks', { limit: 20 }, {}, 2, { ...bounded, retry, maxAttempts: 20 }],
    ['with no further try where that is not wanted', { limit: 3 }, { 'mam.loop.attempts': 1 }, 2, bounded],
    [
      'without any of it on one piece of work',
      { given: { title: 'A', body: 'A', checks: [] } },
      {},
      undefined,
      undefined,
    ],
  ];
  for (const [name, changes, settings, pool, guards] of rows)
    it(name, () => {
      const made = loopPool({ ...request, ...changes }, settingsWith(settings));
      assert.deepEqual([made.pool, made.guards], [pool, guards]);
    });
});

it('keeps the rules of the settings for tasks that are never at work at once', () =>
  assert.deepEqual(
    loopPool(request, settingsWith({ 'mam.queue.serialWords': ['release'], 'mam.surfaces': [] })).queueLanes,
    {
      serialWords: ['release'],
      surfaces: [],
    },
  ));

describe('how the efforts of its lanes are changed', () => {
  const agent = { id: 'claude', name: 'Claude', efforts: ['low', 'high', 'max'], effortCap: 'high' };
  const models = {
    reviewer: { claude: { model: 'strong', effort: 'low' }, human: { model: null, effort: null } },
    implementer: { claude: { model: 'weak', effort: 'low' } },
  };
  const staff = [{ agent, version: null }];
  const strong = { 'mam.lanes.strongModels': ['strong'] };

  it('is only said unless it is wanted', () =>
    assert.equal(autotuneTerms(settingsWith(strong), models, staff).autotune.off, true));

  it('is by the settings, and only to efforts that each model takes', () =>
    assert.deepEqual(
      autotuneTerms(settingsWith({ ...strong, 'mam.autotune.enabled': true, 'mam.autotune.k': 3 }), models, staff),
      {
        autotune: {
          config: { k: 3, failWindow: 3, failMinSample: 2, failThreshold: 0.5, cooldown: 2, twoLanes: false },
          ladders: {
            reviewer: { claude: ['low', 'high', 'max'], human: [] },
            implementer: { claude: ['low', 'high'] },
          },
          atOnce: false,
        },
      },
    ));
});
