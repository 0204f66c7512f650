import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Problem } from '../../src/base/problem.ts';
import type { Result } from '../../src/base/result.ts';
import { installPrograms, type Programs } from '../../src/host/programs.ts';
import { useTempFolder } from '../tempFolder.ts';

const shipped = [
  'supervisor.cjs',
  'rehearsal-agent.cjs',
  'guard.cjs',
  'agent-terminal.cjs',
  'session-place.cjs',
  'programs.cjs',
  'app.cjs',
  'cli.cjs',
  'event.cjs',
  'mcp.cjs',
  'engine.cjs',
  'bus.cjs',
  'bin/mam',
  'bin/mam.cmd',
  'bin/mam-hook',
  'bin/mam-hook-opencode.mjs',
  'bin/run_loop.sh',
];

describe('the copied programs', () => {
  const folder = useTempFolder();
  beforeEach(async () => {
    await mkdir(join(folder(), 'dist/bin'), { recursive: true });
    for (const name of shipped) await writeFile(join(folder(), 'dist', name), name);
  });
  const install = (from = join(folder(), 'dist')): Promise<Result<Programs, Problem>> =>
    installPrograms(from, join(folder(), 'state'), '1.0.0');
  const installed = async (): Promise<string> => {
    const programs = await install();
    assert.ok(programs.ok);
    return dirname(programs.value.bin);
  };
  /** Everything in a folder that people could run, by its name. */
  const contents = async (of: string): Promise<Record<string, string>> => {
    const entries = await readdir(of, { recursive: true, withFileTypes: true });
    const files = entries.filter((one) => !one.isDirectory()).map((one) => join(one.parentPath, one.name));
    const texts = await Promise.all(
      files.map(async (path) => [path.slice(of.length + 1), await readFile(path, 'utf8')]),
    );
    return Object.fromEntries(texts.filter(([name]) => name !== 'runtime-node'));
  };
  const asShipped = Object.fromEntries(shipped.map((name) => [name, name]));

  it('know the runtime that copied them, a new one once that is gone', async () => {
    const file = join(await installed(), 'runtime-node');
    assert.equal(await readFile(file, 'utf8'), `${process.execPath}\n`);
    await writeFile(file, '/bin/sh\n');
    await install();
    assert.equal(await readFile(file, 'utf8'), '/bin/sh\n', 'one that works stays');
    await writeFile(file, '/gone/node\n');
    await install();
    assert.equal(await readFile(file, 'utf8'), `${process.execPath}\n`);
  });

  for (const [what, change] of [
    ['a file with code put before', async (at) => writeFile(join(at, 'guard.cjs'), `evil();guard.cjs`)],
    [
      'a file that is a link',
      async (at) => replaced(join(at, 'rehearsal-agent.cjs'), (path) => symlink('cli.cjs', path)),
    ],
    ['a file that is gone', async (at) => rm(join(at, 'supervisor.cjs'))],
    ['a folder in the place of a file', async (at) => replaced(join(at, 'cli.cjs'), (path) => mkdir(path))],
    ['another program on the PATH of lanes', async (at) => writeFile(join(at, 'bin/git'), 'evil')],
    ['another folder in the place of bin', async (at) => replaced(join(at, 'bin'), (path) => symlink('/bin', path))],
    [
      'a link to another folder',
      async (at) => {
        await rename(at, `${at}.elsewhere`);
        await writeFile(join(`${at}.elsewhere`, 'guard.cjs'), 'evil');
        await symlink(`${at}.elsewhere`, at);
      },
    ],
  ] as readonly (readonly [string, (at: string) => Promise<unknown>])[])
    it(`are what ships again after ${what}, at the same path`, async () => {
      const at = await installed();
      await change(at);
      assert.equal(await installed(), at);
      assert.deepEqual(await contents(at), asShipped);
    });

  it('are none where one of them does not ship', async () => {
    await rm(join(folder(), 'dist/guard.cjs'));
    const programs = await install();
    assert.deepEqual(programs.ok ? null : [programs.error.code, programs.error.params], [
      'host.incomplete',
      { name: 'guard.cjs' },
    ]);
  });

  it('install themselves no more once they were changed', async () => {
    const at = await installed();
    assert.ok((await install(at)).ok);
    await writeFile(join(at, 'guard.cjs'), 'evil');
    const programs = await install(at);
    assert.equal(programs.ok ? null : programs.error.code, 'host.changed');
    assert.deepEqual(await readdir(dirname(at)), [at.slice(dirname(at).length + 1)], 'no copy was made of it');
  });
});

async function replaced(path: string, by: (path: string) => Promise<unknown>): Promise<void> {
  await rm(path, { recursive: true });
  await by(path);
}
