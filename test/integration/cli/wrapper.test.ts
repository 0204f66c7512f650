import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const shipped = join(import.meta.dirname, '../../../media/bin/mam');

describe('the mam wrapper', () => {
  let folder: string;
  let mam: string;

  /** A program that shows what it was started with. */
  const program = 'console.log(JSON.stringify([process.argv.slice(2), process.env.ELECTRON_RUN_AS_NODE ?? null]));\n';
  /** A `node` of another version: it knows its version, and otherwise says which one it is. */
  const fakeNode = async (path: string, version: string): Promise<void> => {
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, `#!/bin/sh\n[ "$1" = --version ] && echo ${version} && exit\necho "ran ${version}"\n`);
    await chmod(path, 0o755);
  };
  const run = (command: string, args: readonly string[], env: Readonly<Record<string, string>>) =>
    spawnSync(command, args, { cwd: tmpdir(), env, encoding: 'utf8' });

  before(async function () {
    if (process.platform === 'win32') this.skip();
    folder = await realpath(await mkdtemp(join(tmpdir(), `mam "wrapper" it's `)));
    await mkdir(join(folder, 'dist/bin'), { recursive: true });
    mam = join(folder, 'dist/bin/mam');
    await copyFile(shipped, mam);
    await writeFile(join(folder, 'dist/cli.cjs'), program);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const tools = '/usr/bin:/bin';

  it('starts the recorded runtime, as Node, with every argument as it was given', () => {
    const args = ['start', "it's", 'a "b" $c', '', '--x=*'];
    const ended = run(mam, args, { PATH: tools, MAM_NODE: process.execPath });
    assert.equal(ended.stdout, `${JSON.stringify([args, '1'])}\n`, ended.stderr);
  });

  it('is found through links, relative ones too', async () => {
    await symlink('dist/bin/mam', join(folder, 'one'));
    await symlink(join(folder, 'one'), join(folder, 'two'));
    await symlink(join(folder, 'dist/bin'), join(folder, 'three'));
    for (const link of ['one', 'two', 'three/mam'])
      assert.equal(run(join(folder, link), [], { PATH: tools, MAM_NODE: process.execPath }).stdout, '[[],"1"]\n');
  });

  it('takes the runtime that the host wrote down, before any other', async () => {
    const fake = join(folder, 'runtime 1/node');
    await fakeNode(fake, 'v22.13.0');
    await writeFile(join(folder, 'dist/runtime-node'), `${fake}\n`);
    try {
      const none = run(mam, ['status'], { PATH: tools });
      assert.deepEqual([none.stdout, none.stderr], ['ran v22.13.0\n', '']);
      await rm(fake);
      const gone = run(mam, ['status'], { PATH: `${join(process.execPath, '..')}:${tools}` });
      assert.equal(gone.stdout, '[["status"],null]\n', gone.stderr);
    } finally {
      await rm(join(folder, 'dist/runtime-node'));
    }
  });

  it('takes the Node that npm installed in a clone, whatever is on the PATH', async () => {
    const clone = join(folder, 'clone');
    await mkdir(join(clone, 'dist/bin'), { recursive: true });
    await copyFile(shipped, join(clone, 'dist/bin/mam'));
    await writeFile(join(clone, 'dist/cli.cjs'), program);
    await fakeNode(join(clone, 'node_modules/.bin/node'), 'v24.0.1');
    await fakeNode(join(clone, 'old/node'), 'v20.20.2');
    const ended = run(join(clone, 'dist/bin/mam'), [], { PATH: `${join(clone, 'old')}:${tools}` });
    assert.deepEqual([ended.stdout, ended.stderr], ['ran v24.0.1\n', '']);
  });

  it('names a MAM_NODE that does not do, and takes the next', async () => {
    const [old, good] = [join(folder, 'told/old'), join(folder, 'told/node')];
    await fakeNode(old, 'v20.20.2');
    await fakeNode(good, 'v22.13.0');
    for (const told of [old, '/nowhere/node', shipped]) {
      const ended = run(mam, [], { PATH: `${join(folder, 'told')}:${tools}`, MAM_NODE: told });
      assert.equal(ended.stdout, 'ran v22.13.0\n', told);
      assert.ok(ended.stderr.startsWith(`mam: MAM_NODE names ${told}, `), ended.stderr);
    }
  });

  const versions = [
    { version: 'v22.13.0', runs: true },
    { version: 'v24.0.1', runs: true },
    { version: 'v100.0.0', runs: true },
    { version: 'v22.12.9', runs: false },
    { version: 'v20.20.2', runs: false },
    { version: 'strange', runs: false },
  ];
  for (const { version, runs } of versions)
    it(`${runs ? 'takes' : 'refuses'} Node ${version} of the PATH`, async () => {
      const bin = join(folder, `node-${version}`);
      await fakeNode(join(bin, 'node'), version);
      const ended = run(mam, ['status'], { PATH: `${bin}:${tools}` });
      if (runs) assert.deepEqual([ended.status, ended.stdout], [0, `ran ${version}\n`]);
      else
        assert.deepEqual(
          [ended.status, /^mam: .*Install Node 22\.13.*\[cli\.oldNode\]\n$/.test(ended.stderr)],
          [1, true],
          ended.stderr,
        );
    });

  it('says what is missing', async () => {
    const bare = join(folder, 'tools');
    await mkdir(bare);
    for (const name of ['readlink', 'sh']) await symlink(`/bin/${name}`, join(bare, name));
    const none = run(mam, [], { PATH: bare, MAM_NODE: '/nowhere/node' });
    assert.deepEqual([none.status, /\[cli\.noNode\]/.test(none.stderr)], [1, true], none.stderr);
    const alone = join(folder, 'alone');
    await mkdir(alone);
    await copyFile(shipped, join(alone, 'mam'));
    const incomplete = run(join(alone, 'mam'), [], { PATH: tools });
    assert.deepEqual([incomplete.status, /\[cli\.incomplete\]/.test(incomplete.stderr)], [1, true], incomplete.stderr);
  });
});
