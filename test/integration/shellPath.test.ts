import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAgents, createRegistry } from '../../src/adapters/agents/registry.ts';
import { createCommands } from '../../src/adapters/process/commands.ts';
import { askShellPath, createProgramFinder, type FindProgram } from '../../src/adapters/process/shellPath.ts';
import { ok } from '../../src/base/result.ts';
import { createHostForge } from '../../src/host/forge.ts';
import { createHostShipping } from '../../src/host/shipping.ts';
import { customAgents } from '../../src/protocol/customAgents.ts';
import { laneSpec } from '../builders/lane.ts';
import { settingsWith } from '../builders/settings.ts';
import { anyProcessWith, ownSleep, supervised, type Supervised } from './support/supervised.ts';

const desktop = '/usr/bin:/bin';
const shells = ['/bin/bash', '/usr/bin/zsh', '/usr/bin/fish'].filter((path) => existsSync(path));

describe('The PATH of a person’s terminals', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'mam-shell-'));
    for (const folder of ['bin', '.config/fish']) mkdirSync(join(home, folder), { recursive: true });
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  const rc = (text: string, fish = text): void => {
    for (const name of ['.bash_profile', '.zprofile']) writeFileSync(join(home, name), text);
    writeFileSync(join(home, '.config/fish/config.fish'), fish);
  };
  const ask = (shell = '/bin/bash', timeoutMs = 10_000): Promise<string | null> =>
    askShellPath({ shell, cwd: home, env: { PATH: desktop, HOME: home, SHELL: shell }, timeoutMs });
  const program = (name: string, text: string): void => {
    writeFileSync(join(home, 'bin', name), text);
    chmodSync(join(home, 'bin', name), 0o755);
  };

  for (const shell of shells)
    it(`is told by ${shell}, whatever else its files print`, async () => {
      rc(
        'echo "PATH=/nowhere"; printf "\\033]0;title\\007"; export PATH="$HOME/bin:$PATH"; echo noise >&2',
        'echo "PATH=/nowhere"; set -gx PATH $HOME/bin $PATH',
      );
      assert.ok((await ask(shell))?.startsWith(`${home}/bin:`));
    });

  for (const [what, text] of [
    ['ends at once', 'exit 3'],
    ['becomes something else', 'exec true'],
    ['unsets it', 'PATH='],
  ] as const)
    it(`is unknown when a file ${what}`, async () => {
      rc(text);
      assert.equal(await ask(), null);
    });

  it('is unknown when a file hangs, and nothing of it is left', async () => {
    rc(`sleep ${ownSleep(21)}`);
    assert.equal(await ask('/bin/bash', 300), null);
    assert.equal(await anyProcessWith(ownSleep(21)), false);
  });

  it('does not hang on a file that asks something: nobody answers', async () => {
    rc('read -r answer; export PATH="$HOME/bin:$PATH"');
    assert.ok((await ask())?.startsWith(`${home}/bin:`));
  });

  it('is unknown without a shell', async () => {
    for (const shell of ['', 'bash', '/no/such/shell', '/bin/true']) assert.equal(await ask(shell), null, shell);
  });

  it('is asked for once, and only when something is missing', async () => {
    let asked = 0;
    const find = createProgramFinder(async () => {
      asked += 1;
      return `${home}/bin:/bin`;
    });
    program('mine', '#!/bin/sh\n');
    const env = { PATH: desktop, OTHER: '1' };
    assert.deepEqual([(await find(['sh'], env)).env, asked], [env, 0]);
    const found = await Promise.all([find(['mine'], env), find(['absent'], env)]);
    const wide = { OTHER: '1', PATH: `${home}/bin:/bin:/usr/bin` };
    assert.deepEqual(
      [found, asked],
      [
        [
          { path: join(home, 'bin/mine'), env: wide },
          { path: null, env: wide },
        ],
        1,
      ],
    );
    const deaf = createProgramFinder(async () => null);
    assert.deepEqual(await deaf(['mine'], env), { path: null, env });
  });

  describe('in a host with a short PATH', () => {
    let place: Supervised;
    const env = (): Record<string, string> => ({ PATH: desktop, HOME: home });
    let find: FindProgram;
    const custom = customAgents.parse([
      { id: 'mine', argv: ['mine'] },
      { id: 'absent', argv: ['absent'] },
    ]);
    beforeEach(async () => {
      rc('export PATH="$HOME/bin:$PATH"');
      // A shim as toolchains make them: it needs a program beside it.
      program('mine', '#!/usr/bin/env helper\n');
      program('helper', '#!/bin/sh\necho "Done by a shim."\n');
      // It asks once, and every test has a home of its own.
      find = createProgramFinder(() => ask());
      place = await supervised({ env: env(), custom, find });
    });
    afterEach(() => place.close());

    it('finds agents, and what they need beside them', async () => {
      const cwd = join(place.root, 'cwd');
      mkdirSync(cwd);
      const spec = laneSpec({ agent: 'mine', cwd, folder: join(place.root, 'jobs/a'), fullAccess: true });
      const outcome = await place.lanes.run(spec, new AbortController().signal, () => undefined);
      assert.deepEqual([outcome.kind, outcome.kind === 'report' && outcome.text.trim()], ['report', 'Done by a shim.']);
    });

    it('finds the programs of checks', async () => {
      const commands = createCommands({
        supervisor: place.supervisor,
        folder: join(place.root, 'commands'),
        env: env(),
        find,
      });
      const run = await commands.run({ cwd: home, argv: ['mine'], timeoutMs: 10_000 }, new AbortController().signal);
      assert.deepEqual([run.exitCode, run.tail.trim()], [0, 'Done by a shim.']);
    });

    it('finds the ship command, and gh', async () => {
      const settings = () => settingsWith({ 'mam.forge': 'gh' });
      const shipping = createHostShipping({
        supervisor: place.supervisor,
        folder: join(place.root, 'ship'),
        settings,
        env: env(),
        find,
      });
      const run = await shipping.run({ cwd: home, argv: ['mine'], timeoutMs: 10_000 }, new AbortController().signal);
      assert.deepEqual([run.exitCode, run.tail.trim()], [0, 'Done by a shim.']);
      program('gh', `#!/bin/sh\necho '{"state":"OPEN"}'\n`);
      const git = { remoteUrls: async () => [] };
      const forge = createHostForge({ settings, git, controlRoot: home, commonDir: home, env: env(), find });
      assert.deepEqual(await forge.issue('1'), ok('open'));
    });

    it('says which program is on which PATH of none', async () => {
      const registry = createRegistry({ rehearsalProgram: ['node'], custom: () => custom, find });
      const status = await createAgents({ registry, env: env(), cwd: home }).probe('absent');
      assert.ok(status.kind === 'missing');
      assert.equal(status.problem.code, 'agent.missing');
      const { path, ...rest } = status.problem.params;
      assert.deepEqual(rest, { agent: 'absent', names: 'absent' });
      assert.ok(String(path).startsWith(`${home}/bin:`), String(path));
    });
  });
});
