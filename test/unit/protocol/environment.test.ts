import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aliases, aliasOf } from '../../../src/protocol/environment.ts';
import { settingSchemas } from '../../../src/protocol/settings.ts';

/** What scripts around the loop set. */
const contractVariables: readonly string[] = [
  'ACTIVE_PATCH_SANDBOX',
  'ACTIVE_CLAUDE_WRITE_TIMEOUT_SECONDS',
  'ACTIVE_OMC_RUNNER_ACK',
  'OMC_MAX_WORKERS',
  'BIDMATE_AGENT_LOOP_GLOBAL_CONCURRENCY',
  'ACTIVE_GLOBAL_CONCURRENCY',
  'BIDMATE_AGENT_LOOP_TASK_POOL',
  'ACTIVE_TASK_POOL',
  'BIDMATE_AGENT_LOOP_PARALLELISM_KILL',
  'BIDMATE_AGENT_LOOP_MAX_CONSECUTIVE_BLOCKERS',
  'BIDMATE_AGENT_LOOP_MAX_WALL_CLOCK_SECONDS',
  'BIDMATE_AGENT_LOOP_TASK_WALL_CLOCK_SECONDS',
  'ACTIVE_LANE_AUTOTUNE',
  'ACTIVE_LANE_AUTOTUNE_K',
  'BIDMATE_DUAL_LANE_ADVERSARIAL',
  'BIDMATE_AGENT_LOOP_QUIET',
  'BIDMATE_AGENT_LOOP_RAW',
  'BIDMATE_AGENTCAT',
  'BIDMATE_AGENT_LOOP_QUOTA_OFF',
  'CODEX_COMPANION',
  'REAL_EVAL_ROOT',
  'BIDMATE_SHIP_KILL_SWITCH',
  'ACTIVE_TOPOLOGY',
  'ACTIVE_AGENT_MIX',
  'ACTIVE_LEASE_TTL_MINUTES',
  'ACTIVE_REPAIR_BRANCH',
  'ACTIVE_REPAIR_BRANCH_TYPE',
  'ACTIVE_REPAIR_SLUG',
  'ACTIVE_REPAIR_TITLE',
  'ACTIVE_START_RUNNER',
  'ACTIVE_START_RUNNER_EXECUTE',
  'ACTIVE_CODEX_EXECUTE',
  'ACTIVE_CODEX_MAX_PARALLEL',
  'ACTIVE_CODEX_TIMEOUT_SECONDS',
  'ACTIVE_CODEX_MAX_COMMANDS_PER_SESSION',
  'ACTIVE_CODEX_EXECUTABLE',
  'ACTIVE_CODEX_MODEL',
  'ACTIVE_CODEX_AUTH_MODE',
  'ACTIVE_CODEX_SANDBOX',
  'ACTIVE_CODEX_SESSIONS',
  'ACTIVE_CODEX_RECORD_GATE_HEARTBEATS',
  'ACTIVE_READ_AGENT',
  'ACTIVE_WRITE_AGENT',
  'ACTIVE_RUNNER',
  'ACTIVE_AUTO_LOOP_MAX_ITERATIONS',
  'ACTIVE_AUTO_LOOP_AUTO_MAX_ITERATIONS',
  'ACTIVE_AUTO_LOOP_TARGET_COMPLETED_COUNT',
  'ACTIVE_AUTO_LOOP_EXECUTE_RUNNER',
  'ACTIVE_AUTO_LOOP_EXECUTE_SHIP',
  'ACTIVE_AUTO_LOOP_AUTO_REPAIR',
  'START_TASK_LIMIT',
  'START_TASK_ATTEMPT_LIMIT',
  'START_INFINITE',
  'START_QUEUE_RECOMMENDATIONS_APPLY',
  'QUEUE_RECOMMENDATIONS_APPLY',
  'PR_BODY_OUT',
];

describe('variables of other names', () => {
  const rows: readonly (readonly [name: string, text: string, value: unknown, holds: boolean])[] = [
    ['ACTIVE_TOPOLOGY', 'four-role', 'four-role', true],
    ['ACTIVE_AGENT_MIX', 'claude=1,codex=9', 'claude=1,codex=9', true],
    ['ACTIVE_AGENT_MIX', 'half', 'half', false],
    ['ACTIVE_LEASE_TTL_MINUTES', '45', 45, true],
    ['ACTIVE_LEASE_TTL_MINUTES', ' 45 ', 45, true],
    ['ACTIVE_LEASE_TTL_MINUTES', '0', 0, false],
    ['ACTIVE_LEASE_TTL_MINUTES', 'soon', 'soon', false],
    ['ACTIVE_CODEX_EXECUTABLE', '/opt/codex', '/opt/codex', true],
    ['ACTIVE_CODEX_TIMEOUT_SECONDS', '61', 2, true],
    ['ACTIVE_CODEX_TIMEOUT_SECONDS', '600', 10, true],
    ['ACTIVE_CODEX_TIMEOUT_SECONDS', '0', undefined, true],
    ['ACTIVE_CODEX_TIMEOUT_SECONDS', '-65', -1, false],
    ['ACTIVE_CODEX_TIMEOUT_SECONDS', '1.5', '1.5', false],
    ['ACTIVE_CLAUDE_WRITE_TIMEOUT_SECONDS', '90', { claude: 90 }, true],
    ['ACTIVE_CLAUDE_WRITE_TIMEOUT_SECONDS', '-1', { claude: 0 }, true],
    ['ACTIVE_CLAUDE_WRITE_TIMEOUT_SECONDS', '1.5', '1.5', false],
    ['MQTT_BROKER', 'broker.example', 'broker.example', true],
    ['MQTT_PORT', '8883', 8883, true],
    ['MQTT_PORT', 'secure', 'secure', false],
    ['MQTT_TLS', '1', true, true],
    ['MQTT_TLS', 'no', false, true],
    ['MQTT_USERNAME', 'mam', 'mam', true],
    ['MQTT_CLIENT_ID_PREFIX', 'team-7', 'team-7', true],
    ['MQTT_CLIENT_ID_PREFIX', 'a/b', 'a/b', false],
    ['MQTT_CA_CERTS', '/etc/ca.pem', '/etc/ca.pem', true],
    ['MQTT_CERTFILE', '/etc/c.pem', '/etc/c.pem', true],
    ['MQTT_KEYFILE', '/etc/k.pem', '/etc/k.pem', true],
    ['START_QUEUE_RECOMMENDATIONS_APPLY', '1', true, true],
    ['QUEUE_RECOMMENDATIONS_APPLY', 'no', false, true],
    ['START_TASK_LIMIT', '5', 5, true],
    ['ACTIVE_GLOBAL_CONCURRENCY', '3', 3, true],
    ['BIDMATE_AGENT_LOOP_GLOBAL_CONCURRENCY', '0', 1, true],
    ['BIDMATE_AGENT_LOOP_GLOBAL_CONCURRENCY', '-4', 1, true],
    ['ACTIVE_GLOBAL_CONCURRENCY', 'many', 'many', false],
    ['ACTIVE_TASK_POOL', '4', 4, true],
    ['BIDMATE_AGENT_LOOP_TASK_POOL', '0', 1, true],
    ['ACTIVE_TASK_POOL', '-3', 1, true],
    ['ACTIVE_TASK_POOL', '900', 64, true],
    ['ACTIVE_TASK_POOL', 'x', undefined, true],
    ['BIDMATE_AGENT_LOOP_PARALLELISM_KILL', 'ON', true, true],
    ['BIDMATE_AGENT_LOOP_PARALLELISM_KILL', 'later', false, true],
    ['BIDMATE_AGENT_LOOP_MAX_CONSECUTIVE_BLOCKERS', '0', 0, true],
    ['BIDMATE_AGENT_LOOP_MAX_CONSECUTIVE_BLOCKERS', '-1', -1, false],
    ['BIDMATE_AGENT_LOOP_MAX_WALL_CLOCK_SECONDS', '600', 600, true],
    ['BIDMATE_AGENT_LOOP_MAX_WALL_CLOCK_SECONDS', 'soon', 'soon', false],
    ['ACTIVE_LANE_AUTOTUNE', 'on', true, true],
    ['ACTIVE_LANE_AUTOTUNE', 'off', false, true],
    ['ACTIVE_LANE_AUTOTUNE_K', '1.5', 1.5, true],
    ['ACTIVE_LANE_AUTOTUNE_K', 'twice', undefined, true],
    ['ACTIVE_LANE_AUTOTUNE_FAIL_WINDOW', '5', 5, true],
    ['ACTIVE_LANE_AUTOTUNE_FAIL_WINDOW', '0', undefined, true],
    ['ACTIVE_LANE_AUTOTUNE_FAIL_MIN_SAMPLE', '1.5', undefined, true],
    ['ACTIVE_LANE_AUTOTUNE_FAIL_THRESHOLD', '0.25', 0.25, true],
    ['ACTIVE_LANE_AUTOTUNE_COOLDOWN', '3', 3, true],
    ['START_INFINITE', '1', true, true],
    ['START_INFINITE', 'no', false, true],
    ['ACTIVE_AUTO_LOOP_TARGET_COMPLETED_COUNT', '3', 3, true],
    ['ACTIVE_AUTO_LOOP_TARGET_COMPLETED_COUNT', 'x', 'x', false],
    ['ACTIVE_AUTO_LOOP_MAX_ITERATIONS', '5', 5, true],
    ['ACTIVE_AUTO_LOOP_MAX_ITERATIONS', '-1', -1, false],
    ['ACTIVE_AUTO_LOOP_MAX_ITERATIONS', 'auto', undefined, true],
    ['ACTIVE_AUTO_LOOP_MAX_ITERATIONS', 'unlimited', undefined, true],
    ['START_TASK_LIMIT', '0', 0, false],
    ['START_TASK_LIMIT', '', undefined, true],
  ];
  for (const [name, text, value, holds] of rows)
    it(`${name}=“${text}” ${value === undefined ? 'says nothing' : holds ? 'is taken' : 'is refused by the setting'}`, () => {
      const alias = aliases[name];
      assert.ok(alias);
      const found = aliasOf({ [name]: text }, alias.key);
      assert.deepEqual(found, value === undefined ? null : { name, value });
      assert.equal(settingSchemas[alias.key].safeParse(found?.value).success, holds);
    });

  it('say that there is no limit', () => {
    for (const text of ['0', 'infinite', ' Unlimited '])
      assert.equal(aliasOf({ ACTIVE_AUTO_LOOP_MAX_ITERATIONS: text }, 'mam.loop.infinite')?.value, true);
    for (const text of ['5', 'auto', ''])
      assert.equal(aliasOf({ ACTIVE_AUTO_LOOP_MAX_ITERATIONS: text }, 'mam.loop.infinite'), null);
  });

  it('are each in the manual, among settings, lane models or those that have none with the reason', () => {
    const manual = readFileSync(join(import.meta.dirname, '../../../docs/cli.md'), 'utf8');
    const missing = contractVariables.filter((name) => !manual.includes(`\`${name}\``));
    assert.deepEqual(missing, []);
  });

  it('say nothing of other settings', () => {
    assert.equal(aliasOf({ ACTIVE_TOPOLOGY: 'four-role' }, 'mam.base'), null);
    assert.equal(aliasOf({}, 'mam.topology'), null);
  });
});
