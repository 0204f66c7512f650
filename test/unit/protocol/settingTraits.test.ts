import assert from 'node:assert/strict';
import * as z from 'zod';
import { groupOf, settingGroups } from '../../../src/protocol/settingGroups.ts';
import { settingKeys, settingSchemas, settingTraits, type SettingKey } from '../../../src/protocol/settings.ts';

/** What a folder may say before anybody trusts it: how much, how often and how long. A new setting is none of these. */
const harmless: readonly SettingKey[] = [
  'mam.agentMix',
  ...(['maxRounds', 'plan', 'planTalks', 'selfReview', 'maxRebuttals', 'maxMinutes'] as const).map(
    (name) => `mam.loop.${name}` as const,
  ),
  ...(
    [
      'limit',
      'infinite',
      'target',
      'pool',
      'oneAtATime',
      'maxBlockers',
      'maxSeconds',
      'taskMaxSeconds',
      'attempts',
      'maxAttempts',
      'breakerFailures',
      'backOffSeconds',
    ] as const
  ).map((name) => `mam.loop.${name}` as const),
  ...(['enabled', 'k', 'failWindow', 'failMinSample', 'failThreshold', 'cooldown', 'twoLanes', 'atOnce'] as const).map(
    (name) => `mam.autotune.${name}` as const,
  ),
  ...(['atOnce', 'perAgent', 'timeoutMinutes'] as const).map((name) => `mam.lanes.${name}` as const),
  ...(['ttlMinutes', 'takeoverGraceSeconds'] as const).map((name) => `mam.leases.${name}` as const),
  'mam.patch.timeoutSeconds',
  ...(['agree', 'autotune', 'cooldown', 'max', 'min'] as const).map((name) => `mam.pool.${name}` as const),
  ...(['setUpMinutes', 'firstPort', 'portCount', 'rescueMegabytes'] as const).map(
    (name) => `mam.worktrees.${name}` as const,
  ),
];

/** Whether a text that nobody listed fits anywhere in a setting: the name of a program, a path, an address. */
const takesText = (schema: unknown): boolean => {
  if (Array.isArray(schema)) return schema.some(takesText);
  if (typeof schema !== 'object' || schema === null) return false;
  const isOpenText = 'type' in schema && schema.type === 'string' && !('enum' in schema);
  return isOpenText || Object.entries(schema).some(([name, inner]) => name !== 'propertyNames' && takesText(inner));
};

const isFree = (key: SettingKey): boolean =>
  settingTraits[key].scope !== 'machine' && settingTraits[key].restricted !== true;

describe('what a repository may set', () => {
  it('is nothing that names a command, a path or a rule of the gate', () => {
    assert.deepEqual(settingKeys.filter(isFree).toSorted(), harmless.toSorted());
  });

  it('is no text, but for the shares of the agent mix', () => {
    const free = settingKeys.filter(
      (key) => isFree(key) && takesText(z.toJSONSchema(settingSchemas[key], { io: 'input' })),
    );
    assert.deepEqual(free, ['mam.agentMix']);
  });

  it('is found out where a text is hidden deep in a setting', () => {
    assert.ok(takesText(z.toJSONSchema(settingSchemas['mam.agents.custom'], { io: 'input' })));
    assert.ok(!takesText(z.toJSONSchema(settingSchemas['mam.loop.severityFloors'], { io: 'input' })));
  });

  it('has every program of the person’s own machine as a setting of that machine', () => {
    const programs = [
      'mam.agents.custom',
      'mam.agents.codexPath',
      'mam.agents.claudePath',
      'mam.checks.allowed',
    ] as const;
    for (const key of [...programs, 'mam.ship.command' as const])
      assert.equal(settingTraits[key].scope, 'machine', key);
  });
});

describe('groups of settings', () => {
  it('hold every setting, and none is empty', () => {
    const used = new Set(settingKeys.map(groupOf));
    assert.deepEqual([...used].toSorted(), settingGroups.toSorted());
  });
});
