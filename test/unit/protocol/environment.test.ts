import assert from 'node:assert/strict';
import { aliases, aliasOf } from '../../../src/protocol/environment.ts';
import { settingSchemas } from '../../../src/protocol/settings.ts';

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
    ['START_TASK_LIMIT', '5', 5, true],
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

  it('say nothing of other settings', () => {
    assert.equal(aliasOf({ ACTIVE_TOPOLOGY: 'four-role' }, 'mam.base'), null);
    assert.equal(aliasOf({}, 'mam.topology'), null);
  });
});
