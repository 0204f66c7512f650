import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, readdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSpoolEvent } from '../../../src/protocol/spool.ts';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

const token = 'x'.repeat(43);

describe('the program behind mam event', () => {
  let mam: MamCommand;
  let spool: string;
  let pass: string;
  before(async function () {
    if (process.platform === 'win32') this.skip();
    mam = await createMamCommand({ sample: false });
    const root = join(mam.folder, `a "root" of $HOME`);
    spool = join(root, '.git/mam/spool');
    const folder = join(root, '.mam/jobs/j1/1');
    pass = join(folder, 'pass.json');
    for (const place of [spool, folder]) await mkdir(place, { recursive: true });
    await writeFile(pass, JSON.stringify({ job: 'j1', attempt: 1, token, spool }));
  });
  after(() => mam?.dispose());

  const files = async (): Promise<readonly string[]> =>
    (await readdir(spool)).filter((name) => name.endsWith('.json')).toSorted();
  const read = async (name: string) => {
    const parsed = parseSpoolEvent(await readFile(join(spool, name), 'utf8'));
    assert.ok(parsed.ok, JSON.stringify(parsed));
    return parsed.value;
  };

  it('gives a number of its own to each of many callers at once, in the order of the files', async () => {
    const said = Array.from({ length: 16 }, (_, index) =>
      mam.runIn('/', 'event', 'progress', '--pass', pass, '--text', `${index}`),
    );
    for (const { code, err } of await Promise.all(said)) assert.deepEqual([code, err], [0, '']);
    const messages = await Promise.all((await files()).map(read));
    const numbers = messages.map((one) => (one.type === 'jobEvent' ? one.seq : 0));
    assert.equal(new Set(numbers).size, 16);
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    );
    assert.deepEqual(
      messages.map((one) => (one.type === 'jobEvent' ? Number(one.text) : -1)).toSorted((a, b) => a - b),
      Array.from({ length: 16 }, (_, index) => index),
    );
  });

  it('leaves nothing that keeps others waiting when it is killed', async () => {
    const before = (await files()).length;
    const program = join(import.meta.dirname, '../../../dist/event.cjs');
    for (let wait = 20; wait < 160; wait += 20) {
      const child = spawn(process.execPath, [program, 'event', 'progress', '--pass', pass], { stdio: 'ignore' });
      const timer = setTimeout(() => child.kill('SIGKILL'), wait);
      await once(child, 'close');
      clearTimeout(timer);
    }
    const start = performance.now();
    assert.equal((await mam.runIn('/', 'event', 'completed', '--pass', pass)).code, 0);
    assert.ok(performance.now() - start < 5_000);
    const after = await files();
    assert.ok(after.length > before);
    for (const name of after) await read(name);
  });

  it('says what is wrong, and shows the help of the verb', async () => {
    const bad = await mam.runIn('/', 'event', 'sung', '--pass', pass);
    assert.deepEqual([bad.code, bad.out], [2, '']);
    assert.match(bad.err, /^mam: sung is no kind of event\. .*\[cli\.badKind\]\n$/);
    const help = await mam.runIn('/', 'event', '--help');
    assert.equal(help.code, 0, help.err);
    assert.match(help.out, /mam event KIND[\s\S]*--report FILE/);
    const json = await mam.runIn('/', 'event', 'progress', '--json');
    assert.deepEqual([json.code, JSON.parse(json.out).error.code], [2, 'event.noPass']);
  });

  describe('and the hook of the shell', () => {
    const hook = (args: readonly string[], input: string, env: Readonly<Record<string, string>>) =>
      spawnSync(join(import.meta.dirname, '../../../dist/bin/mam-hook'), args, {
        input,
        env,
        cwd: '/',
        encoding: 'utf8',
      });
    const env = (): Record<string, string> => ({
      PATH: process.env['PATH'] ?? '',
      MAM_SESSION: 's1',
      MAM_GENERATION: '2',
      MAM_SESSION_TOKEN: token,
      MAM_SPOOL: spool,
    });
    const taken = async (work: () => unknown) => {
      const before = new Set(await files());
      work();
      const added = (await files()).filter((name) => !before.has(name));
      return Promise.all(added.map(read));
    };
    const message = { v: 2, type: 'sessionHook', session: 's1', generation: 2, token, agent: 'claude', hook: 'Stop' };

    it('hands over what it got, as it is', async () => {
      for (const payload of ['{"text":"a \\"b\\" %s $HOME `x`\\n"}', '{\n "a": 1\n}\n', 'no JSON \\ % ', ''])
        assert.deepEqual(await taken(() => hook(['claude', 'Stop'], payload, env())), [{ ...message, payload }]);
      assert.deepEqual(
        (await readdir(spool)).filter((name) => name.includes('hook') && name.endsWith('.tmp')),
        [],
      );
    });

    it('writes over no other, though numbers of processes come again', async () => {
      // The shell that takes its place has the same number.
      const program = join(import.meta.dirname, '../../../dist/bin/mam-hook');
      const first = JSON.stringify(message);
      const given = await taken(() =>
        spawnSync(
          '/bin/sh',
          [
            '-c',
            'printf "%s\\n" "$1" >"$MAM_SPOOL/hook-$$-0.json"; : >"$MAM_SPOOL/.hook-$$-1.tmp"; exec "$0" claude Stop',
            program,
            first,
          ],
          { env: env(), input: '{"n":2}' },
        ),
      );
      assert.deepEqual(
        given.map((one) => ('payload' in one ? one.payload : '')),
        ['', '{"n":2}'],
      );
    });

    it('says nothing and fails never: an agent takes both for an answer', async () => {
      const calls = [
        { args: ['claude', 'Stop'], env: { ...env(), MAM_SPOOL: '/nowhere' } },
        { args: ['claude', 'Stop'], env: { PATH: env()['PATH']! } },
        { args: ['claude'], env: env() },
        { args: ['claude', 'Stop'], env: { ...env(), MAM_SPOOL: '/proc' } },
      ];
      for (const call of calls) {
        const { status, stdout, stderr } = hook(call.args, 'x'.repeat(200_000), call.env);
        assert.deepEqual([status, stdout, stderr], [0, '', ''], JSON.stringify(call));
      }
    });
  });

  it('is found by the runtime that was written down, with no environment at all', async () => {
    const bin = join(mam.folder, "run time's/bin");
    await mkdir(bin, { recursive: true });
    const dist = join(import.meta.dirname, '../../../dist');
    for (const name of ['event.cjs', 'bin/mam'])
      await writeFile(join(bin, '..', name), await readFile(join(dist, name)), { mode: 0o755 });
    await writeFile(
      join(bin, '../runtime-node'),
      `${await readlink('/proc/self/exe').catch(() => process.execPath)}\n`,
    );
    const ended = spawnSync(join(bin, 'mam'), ['event', 'started', '--pass', pass], {
      cwd: '/',
      env: {},
      encoding: 'utf8',
    });
    assert.deepEqual([ended.status, ended.stdout, ended.stderr], [0, '', '']);
  });
});
