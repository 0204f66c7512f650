import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '../../../src/cli/commands/config.ts';
import { settingsFindings } from '../../../src/cli/doctor/machine.ts';
import { createSettings } from '../../../src/cli/settings.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { createTestCli } from '../../unit/cli/terminal.ts';

describe('settings of the command line', () => {
  const home = useTempFolder();
  const env = (more: Readonly<Record<string, string>> = {}) => ({ XDG_CONFIG_HOME: home(), ...more });
  const file = async (settings: unknown): Promise<void> => {
    await mkdir(join(home(), 'mam'), { recursive: true });
    await writeFile(join(home(), 'mam', 'settings.json'), JSON.stringify(settings));
  };

  it('come from the first place that has one', async () => {
    const alias = { ACTIVE_LEASE_TTL_MINUTES: '11' };
    const own = { MAM_LEASES_TTL_MINUTES: '13' };
    const ttl = (given: Readonly<Record<string, string>>, options: Readonly<Record<string, unknown>> = {}) => {
      const { settings, sourceOf } = createSettings(env(given), options);
      return [
        settings['mam.leases.ttlMinutes'],
        sourceOf('mam.leases.ttlMinutes').kind,
        sourceOf('mam.leases.ttlMinutes').name,
      ];
    };
    assert.deepEqual(ttl({}), [30, 'default', '']);
    assert.deepEqual(ttl(alias), [11, 'variable', 'ACTIVE_LEASE_TTL_MINUTES']);
    await file({ 'mam.leases.ttlMinutes': 12 });
    assert.deepEqual(ttl(alias), [12, 'file', join(home(), 'mam', 'settings.json')]);
    assert.deepEqual(ttl({ ...alias, ...own }), [13, 'variable', 'MAM_LEASES_TTL_MINUTES']);
    assert.deepEqual(ttl({ ...alias, ...own }, { 'mam.leases.ttlMinutes': 14 }), [14, 'option', '']);
  });

  it('fall back to the default where a value can’t be, and say where it stands', () => {
    const { settings, sourceOf, problems } = createSettings(
      env({ ACTIVE_AGENT_MIX: 'half', MAM_LOOP_LIMIT: 'many' }),
      {},
    );
    assert.equal(sourceOf('mam.agentMix').kind, 'default');
    assert.deepEqual([settings['mam.agentMix'], settings['mam.loop.limit']], ['claude=5,codex=5', 1]);
    assert.deepEqual(
      problems.map((one) => [one.code, one.params['key'], one.params['place']]),
      [
        ['settings.wrong', 'mam.agentMix', 'ACTIVE_AGENT_MIX'],
        ['settings.wrong', 'mam.loop.limit', 'MAM_LOOP_LIMIT'],
      ],
    );
  });

  it('leave out a file that is no JSON object, and never wait for one that is a pipe', async () => {
    const codes = () => createSettings(env(), {}).problems.map((one) => one.code);
    for (const wrong of [[], null, 'text', 7]) {
      await file(wrong);
      assert.deepEqual(codes(), ['settings.unreadable'], JSON.stringify(wrong));
    }
    await rm(join(home(), 'mam', 'settings.json'));
    execFileSync('mkfifo', [join(home(), 'mam', 'settings.json')]);
    assert.deepEqual(codes(), ['settings.unreadable']);
  });

  it('fall back where a variable of another name has a topology that is not there, and refuse what a person set', () => {
    const read = createSettings(env({ ACTIVE_TOPOLOGY: 'junk\u001b[2J' }), {});
    assert.deepEqual(
      [read.settings['mam.topology'], read.sourceOf('mam.topology').kind],
      ['expanded-eight', 'default'],
    );
    assert.deepEqual(
      read.problems.map((one) => [one.code, ...Object.values(one.params)]),
      [['settings.wrong', 'mam.topology', 'ACTIVE_TOPOLOGY']],
    );
    const own = createSettings(env({ MAM_TOPOLOGY: 'junk', ACTIVE_TOPOLOGY: 'four-role' }), {});
    assert.deepEqual([own.settings['mam.topology'], own.problems], ['junk', []]);
  });

  it('have the same faults in mam config and mam doctor, misspelt names among them', async () => {
    await file({ 'mam.topolgy': 'four-role', 'editor.tabSize': 2, 'mam.topology': 'nowhere' });
    const cli = { ...createTestCli(), env: env() };
    const found = settingsFindings(cli).map((one) => [one.level, one.words]);
    assert.deepEqual(
      found.map(([level]) => level),
      ['warn', 'warn'],
    );
    assert.match(String(found[0]), /mam\.topolgy, which is no setting/);
    assert.match(String(found[1]), /There is no topology nowhere/);
    await config.run(cli, { positionals: [], flag: () => false, text: () => null, texts: () => [] });
    for (const [, said] of found) assert.ok(cli.shown.includes(String(said)), said);
  });

  it('are all shown by mam config, each with where it comes from', async () => {
    await file({ 'mam.topologies': [{ id: 'solo', roles: [] }], 'mam.topology': 'nowhere' });
    const cli = { ...createTestCli(), env: env({ START_TASK_LIMIT: '4' }) };
    const call = { positionals: [], flag: (name: string) => name === 'json', text: () => null, texts: () => [] };
    assert.equal(await config.run(cli, call), 0);
    const told: {
      settings: { key: string; value: unknown; source: { kind: string; name: string } }[];
      warnings: { code: string }[];
    } = JSON.parse(cli.shown.join(''));
    assert.deepEqual(
      told.settings.find((one) => one.key === 'mam.loop.limit'),
      { key: 'mam.loop.limit', value: 4, source: { kind: 'variable', name: 'START_TASK_LIMIT' } },
    );
    assert.deepEqual(
      told.warnings.map((one) => one.code),
      ['topology.unknown', 'topology.writers'],
    );
    const plain = { ...createTestCli(), env: env({ START_TASK_LIMIT: '4' }) };
    assert.equal(await config.run(plain, { ...call, flag: () => false }), 0);
    assert.ok(
      plain.shown.some((line) => /^mam\.loop\.limit +4 +from START_TASK_LIMIT$/.test(line)),
      plain.shown.join('\n'),
    );
    assert.ok(plain.shown.some((line) => line.includes('There is no topology nowhere.')));
  });
});
