import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lstat, mkdir, readFile, readdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNodeFiles } from '../../src/adapters/files/nodeFiles.ts';
import { renamePatiently } from '../../src/adapters/files/renamePatiently.ts';
import { createPathWatch } from '../../src/adapters/files/watchPath.ts';
import { useTempFolder } from '../tempFolder.ts';
import { until } from '../until.ts';

const codeOf = (result: { readonly ok: boolean; readonly error?: { readonly code: string } }): string =>
  result.error?.code ?? 'done';

describe('files on a disk', () => {
  const root = useTempFolder();
  const inside = (path: string): string => join(root(), 'repository', path);
  const outside = (path: string): string => join(root(), 'outside', path);
  const open = () => createNodeFiles({ roots: [join(root(), 'repository')] });
  beforeEach(async () => {
    await mkdir(inside('folder'), { recursive: true });
    await mkdir(outside(''));
    await writeFile(outside('a.txt'), 'of a person');
  });

  it('writes what only the user can read, also over a file that others could', async () => {
    const path = inside('key.txt');
    await writeFile(path, 'old', { mode: 0o644 });
    for (const target of [path, inside('new/key.txt')]) {
      assert.equal(codeOf(await open().write(target, 'text', 'user')), 'done');
      assert.equal((await stat(target)).mode & 0o777, 0o600);
    }
  });

  it('takes a file for new that was moved to its place, and an empty folder for none', async () => {
    const old = new Date(Date.UTC(2001));
    await writeFile(outside('old'), 'x');
    await utimes(outside('old'), old, old);
    await rename(outside('old'), inside('folder/moved'));
    assert.ok(((await open().changedAt(inside('folder'))) ?? 0) > Date.UTC(2020));
    await rm(inside('folder/moved'));
    await symlink(join(root(), 'nowhere'), inside('folder/link'));
    assert.equal(await open().changedAt(inside('folder')), null);
  });

  it('tells one version from another of the same size whose time was set back', async () => {
    const path = inside('a.txt');
    await writeFile(path, 'one');
    const { atime, mtime } = await stat(path);
    const known = async (): Promise<string> => {
      let version: string | null = null;
      await until('a version', async () => (version = await open().version(path)) !== null);
      return version ?? '';
    };
    const before = await known();
    assert.equal(await known(), before);
    await writeFile(path, 'two');
    await utimes(path, atime, mtime);
    assert.equal(await open().version(path), null);
    assert.notEqual(await known(), before);
  });

  const links: readonly {
    readonly what: string;
    readonly link: string;
    readonly to: () => string;
    readonly path: string;
    readonly code: string;
  }[] = [
    { what: 'a link to a file outside', link: 'a.txt', to: () => outside('a.txt'), path: 'a.txt', code: 'files.link' },
    {
      what: 'a relative link to a file outside',
      link: 'a.txt',
      to: () => '../outside/a.txt',
      path: 'a.txt',
      code: 'files.link',
    },
    {
      what: 'a link to nothing outside',
      link: 'a.txt',
      to: () => outside('new.txt'),
      path: 'a.txt',
      code: 'files.link',
    },
    { what: 'a link to itself', link: 'a.txt', to: () => inside('a.txt'), path: 'a.txt', code: 'files.failed' },
    {
      what: 'a folder that is a link to one outside',
      link: '.mam',
      to: () => outside(''),
      path: '.mam/a.txt',
      code: 'files.link',
    },
    {
      what: 'a folder below such a link',
      link: '.mam',
      to: () => outside(''),
      path: '.mam/x/y/a.txt',
      code: 'files.link',
    },
    { what: 'a link to a file beside it', link: 'a.txt', to: () => inside('b.txt'), path: 'a.txt', code: 'done' },
    {
      what: 'a folder that is a link to one inside',
      link: '.mam',
      to: () => inside('folder'),
      path: '.mam/a.txt',
      code: 'done',
    },
  ];
  for (const { what, link, to, path, code } of links) {
    it(`${code === 'done' ? 'writes through' : 'does not write through'} ${what}`, async function () {
      if (process.platform === 'win32') this.skip();
      await symlink(to(), inside(link));
      await writeFile(inside('b.txt'), 'b');
      const files = open();
      await writeFile(inside('source'), '1');
      const results = [
        await files.write(inside(path), 'written'),
        await files.appendLines(inside(path), ['appended']),
        await files.move(inside('source'), inside(path)),
      ];
      const moved = code === 'done' ? 'files.exists' : code;
      assert.deepEqual(results.map(codeOf), [code, code, moved]);
      assert.deepEqual(await readdir(outside('')), ['a.txt']);
      assert.equal(await readFile(outside('a.txt'), 'utf8'), 'of a person');
      assert.equal((await lstat(inside(link))).isSymbolicLink(), true);
      // The first write has no last line feed, so the append cut it back.
      if (code === 'done') assert.equal(await readFile(inside(path), 'utf8'), 'appended\n');
    });
  }

  it('takes away a link and not what it leads to, and nothing through a folder that leads outside', async function () {
    if (process.platform === 'win32') this.skip();
    await writeFile(inside('b.txt'), 'b');
    await symlink(inside('b.txt'), inside('link'));
    await symlink(outside(''), inside('away'));
    assert.equal(codeOf(await open().remove(inside('link'))), 'done');
    assert.deepEqual(await readdir(inside('')), ['away', 'b.txt', 'folder']);
    assert.equal(codeOf(await open().remove(inside('away/a.txt'))), 'files.link');
    assert.equal(await readFile(outside('a.txt'), 'utf8'), 'of a person');
  });

  it('keeps the permissions of a file and leaves no temp file', async function () {
    if (process.platform === 'win32') this.skip();
    await writeFile(inside('run.sh'), '1');
    await chmod(inside('run.sh'), 0o751);
    assert.equal(codeOf(await open().write(inside('run.sh'), '2')), 'done');
    assert.equal((await stat(inside('run.sh'))).mode & 0o7777, 0o751);
    assert.deepEqual(await readdir(inside('')), ['folder', 'run.sh']);
  });

  it('names what can’t be written and leaves no temp file', async () => {
    await mkdir(inside('a.txt'));
    await writeFile(inside('file'), '');
    const files = open();
    const results = [
      await files.write(inside('a.txt'), '1'),
      await files.write(inside('file/x'), '1'),
      await files.read(inside('a.txt')),
      await files.appendLines(inside('a.txt'), ['1']),
    ];
    assert.deepEqual(results.map(codeOf), ['files.failed', 'files.failed', 'files.notFile', 'files.failed']);
    assert.deepEqual(await readdir(inside('')), ['a.txt', 'file', 'folder']);
  });

  it('does not wait for a pipe that somebody put in the place of a file', async function () {
    if (spawnSync('mkfifo', [inside('pipe')]).status !== 0) this.skip();
    assert.equal(codeOf(await open().read(inside('pipe'))), 'files.notFile');
  });

  it('does not read what is no file', async function () {
    if (process.platform === 'win32') this.skip();
    await symlink('/dev/zero', inside('device'));
    const socket = createServer().listen(inside('socket'));
    await once(socket, 'listening');
    try {
      for (const path of ['device', 'socket']) assert.equal(codeOf(await open().read(inside(path))), 'files.notFile');
    } finally {
      socket.close();
    }
  });

  it('takes no bytes for text that are none', async () => {
    const contents = [Buffer.from('\ufeff## T-2026-0001\n', 'utf16le'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1])];
    for (const content of contents) {
      await writeFile(inside('a.txt'), content);
      assert.equal(codeOf(await open().read(inside('a.txt'))), 'files.notText');
    }
  });

  it('keeps the old text when the disk is full', function () {
    this.timeout(20_000);
    const script = fileURLToPath(new URL('fullDiskFiles.ts', import.meta.url));
    const steps = 'mount -t tmpfs -o size=256k tmpfs "$1" || exit 77; shift; exec "$@"';
    const args = ['-m', 'sh', '-c', steps, 'sh', root(), process.execPath, script, root()];
    const ran = spawnSync('unshare', args, { encoding: 'utf8' });
    if (ran.error || ran.status === 77 || ran.stderr.startsWith('unshare:')) this.skip();
    assert.equal(ran.status, 0, ran.stderr);
    assert.deepEqual(JSON.parse(ran.stdout), {
      codes: ['done', 'done', 'files.full', 'files.full'],
      texts: ['old', 'old\n'],
      names: ['a.txt', 'b.jsonl', 'ballast'],
      after: 'done',
    });
  });

  const renames: readonly (readonly [string, NodeJS.Platform, string, number, string])[] = [
    ['again while a scanner holds the file on Windows', 'win32', 'EPERM', 3, 'renamed'],
    ['again while an editor holds the file on Windows', 'win32', 'EBUSY', 1, 'renamed'],
    ['once when the disk is full', 'win32', 'ENOSPC', 1, 'ENOSPC'],
    ['once elsewhere', 'linux', 'EPERM', 1, 'EPERM'],
  ];
  for (const [what, platform, code, failures, outcome] of renames) {
    it(`renames ${what}`, async () => {
      await writeFile(inside('a'), '1');
      let left = failures;
      const flaky: typeof rename = async (from, to) => {
        left -= 1;
        if (left >= 0) throw Object.assign(new Error(code), { code });
        await rename(from, to);
      };
      const ended = await renamePatiently(inside('a'), inside('b'), platform, flaky).then(
        () => 'renamed',
        (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
      );
      assert.equal(ended, outcome);
    });
  }

  it('lets who looks at each announcement see the newest text, also when the folder goes and comes', async function () {
    this.timeout(20_000);
    const files = open();
    let seen: string | null = 'nothing yet';
    const watching = files.watch(inside('tasks/queue.md'), () => {
      void files.read(inside('tasks/queue.md')).then((read) => (seen = read.ok ? read.value : read.error.code));
    });
    const remove = () => rm(inside('tasks'), { recursive: true });
    const write = (content: string) => () => files.write(inside('tasks/queue.md'), content);
    const acts: readonly (readonly [() => Promise<unknown>, string | null])[] = [
      [write('1'), '1'],
      [remove, null],
      [write('2'), '2'],
      [write('3'), '3'],
      [remove, null],
      [write('4'), '4'],
    ];
    for (const [act, expected] of acts) {
      await act();
      await until(`${expected} to be seen`, () => seen === expected);
    }
    watching.dispose();
  });

  it('finds a change that the system did not announce', async () => {
    let heard = 0;
    // Read-only use of a link: what changes lies in a folder that nobody watches.
    await symlink(outside('a.txt'), inside('link'));
    const watching = createPathWatch(10)(inside('link'), () => (heard += 1));
    await writeFile(outside('a.txt'), 'changed elsewhere');
    await until('the slow look', () => heard > 0);
    watching.dispose();
  });

  it('hears of the one of many missing folders that is made, and not of what is made beside it', async () => {
    const missing = Array.from({ length: 50 }, (_, n) => inside(`jobs/job-${n}/1`));
    await mkdir(inside('jobs'));
    const files = open();
    const heard: string[] = [];
    const watching = missing.map((path) => files.watch(path, () => heard.push(path)));
    const beside = Array.from({ length: 20 }, (_, n) => inside(`jobs/job-${n}.json`));
    for (const path of beside) await writeFile(path, '{}');
    await mkdir(inside('jobs/job-7/1'), { recursive: true });
    await until('the one that was made', () => heard.length > 0);
    for (const one of watching) one.dispose();
    assert.deepEqual([...new Set(heard)], [missing[7]]);
  });

  it('closes its handles', async function () {
    if (process.platform !== 'linux') this.skip();
    const before = await watchCount();
    const files = open();
    const watching = ['folder', 'none/queue.md', 'folder/x/queue.md'].map((path) =>
      files.watch(inside(path), () => undefined),
    );
    assert.equal(await watchCount(), before + 2);
    await mkdir(inside('none'));
    await until('a watcher of the new folder', async () => (await watchCount()) === before + 2);
    for (const one of watching) one.dispose();
    await until('their end', async () => (await watchCount()) === before);
  });
});

/** How many files and folders this process has the system watch. */
async function watchCount(): Promise<number> {
  const infos = await readdir('/proc/self/fdinfo');
  const texts = await Promise.all(infos.map((fd) => readFile(`/proc/self/fdinfo/${fd}`, 'utf8').catch(() => '')));
  return texts.join('').split('inotify wd:').length - 1;
}
