import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createShipping, shipEnvironment } from '../../../src/host/shipping.ts';
import { settingsWith } from '../../builders/settings.ts';

describe('shipping on this machine', () => {
  let stateFolder: string;
  beforeEach(async () => {
    stateFolder = await mkdtemp(join(tmpdir(), 'mam-ship-'));
  });
  afterEach(() => rm(stateFolder, { recursive: true, force: true }));

  const commands = { run: () => Promise.reject(new Error('not to be run')) };
  const refused = async (env: Record<string, string> = {}, killSwitch = false): Promise<string | null> => {
    const settings = () => settingsWith({ 'mam.ship.killSwitch': killSwitch });
    const found = await createShipping({ commands, settings, env, stateFolder }).refused();
    return found && `${found.code} ${found.params['switch']}`;
  };

  const rows: readonly (readonly [env: Record<string, string>, killSwitch: boolean, expected: string | null])[] = [
    [{}, false, null],
    [{ BIDMATE_SHIP_KILL_SWITCH: '' }, false, null],
    [{ BIDMATE_SHIP_KILL_SWITCH: '0' }, false, null],
    [{ BIDMATE_SHIP_KILL_SWITCH: '1' }, false, 'ship.killed BIDMATE_SHIP_KILL_SWITCH'],
    [{ BIDMATE_SHIP_KILL_SWITCH: 'false' }, false, 'ship.killed BIDMATE_SHIP_KILL_SWITCH'],
    [{ MAM_SHIP_KILL_SWITCH: 'yes' }, false, 'ship.killed MAM_SHIP_KILL_SWITCH'],
    [{}, true, 'ship.killed mam.ship.killSwitch'],
  ];
  for (const [env, killSwitch, expected] of rows)
    it(`with ${JSON.stringify(env)}, setting ${killSwitch}: ${expected ?? 'may ship'}`, async () => {
      assert.equal(await refused(env, killSwitch), expected);
    });

  it('is stopped by a file KILL, and by one that can’t be looked at', async () => {
    await writeFile(join(stateFolder, 'KILL'), '');
    assert.equal(await refused(), `ship.killed ${join(stateFolder, 'KILL')}`);
    await rm(join(stateFolder, 'KILL'));
    await symlink('KILL', join(stateFolder, 'KILL'));
    assert.equal(await refused(), `ship.killed ${join(stateFolder, 'KILL')}`);
  });

  it('gives the ship command the person’s environment, without what leads elsewhere', () => {
    const own = {
      PATH: '/bin',
      GH_TOKEN: 't',
      BIDMATE_SHIP_TOKEN: 'b',
      MAM_SHIP_X: 'x',
      SSH_AUTH_SOCK: '/s',
      GIT_SSH_COMMAND: 'ssh',
    };
    const other = {
      GIT_DIR: '/x',
      GIT_CONFIG_COUNT: '1',
      MAM_JOB: 'j',
      NODE_OPTIONS: '-r x',
      ELECTRON_RUN_AS_NODE: '1',
      VSCODE_PID: '1',
    };
    assert.deepEqual(shipEnvironment({ ...own, ...other, GONE: undefined }), own);
  });
});
