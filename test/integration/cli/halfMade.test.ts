import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

describe('mam worktree finish, and remove of a half-made one', () => {
  let mam: MamCommand;
  let real: string;
  before(async () => {
    mam = await createMamCommand();
    real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    await mkdir(join(mam.folder, 'bin'));
  });
  after(() => mam.dispose());

  /** Where git has got to when MAM is killed: `entry` has no file yet, `files` lacks only the index. */
  const killedAt: Readonly<Record<string, readonly string[]>> = {
    nothing: [],
    entry: ['"$real" "$@" --no-checkout', 'echo initializing > "$admin/locked"'],
    files: ['"$real" "$@"', 'rm "$admin/index"', 'echo initializing > "$admin/locked"'],
    whole: ['"$real" "$@"'],
  };

  async function half(name: string, point: string, ...more: readonly string[]): Promise<string> {
    const path = join(mam.folder, name);
    const admin = join(mam.repository, '.git/worktrees', name);
    const script = [
      '#!/bin/sh',
      `real='${real}'`,
      `admin="${admin}"`,
      'case " $* " in *" worktree add "*) ;; *) exec "$real" "$@" ;; esac',
      // `--no-checkout` has to stand before the place.
      ...(killedAt[point] ?? []).map((line) =>
        line.replace(
          '"$real" "$@" --no-checkout',
          `"$real" -C "$PWD" worktree add --quiet --no-checkout -b ${name} "${path}" main`,
        ),
      ),
      'kill -9 $PPID',
    ];
    const git = join(mam.folder, 'bin/git');
    await writeFile(git, script.join('\n'));
    await chmod(git, 0o755);
    const path0 = mam.env['PATH'];
    mam.env['PATH'] = `${join(mam.folder, 'bin')}:${path0}`;
    const ended = await mam.run('worktree', 'prepare', '--path', path, '--branch', name, '--base', 'main', ...more);
    mam.env['PATH'] = path0;
    await rm(git);
    assert.notEqual(ended.code, 0, ended.out);
    assert.equal(existsSync(join(path, 'README.md')), point === 'files' || point === 'whole', point);
    return path;
  }
  const traces = async (name: string) => ({
    branch: (await mam.git('branch', '--list', name)).trim() !== '',
    entry: existsSync(join(mam.repository, '.git/worktrees', name)),
    folder: existsSync(join(mam.folder, name)),
    journal: (await readdir(join(mam.repository, '.git/mam/creating')).catch(() => [])).length > 0,
  });
  const none = { branch: false, entry: false, folder: false, journal: false };

  for (const point of Object.keys(killedAt)) {
    it(`is finished: killed with ${point}`, async () => {
      const path = await half(`finish-${point}`, point);
      const finished = await mam.run('worktree', 'finish', path);
      assert.equal(finished.code, 0, finished.err);
      const status = await mam.runIn(path, 'doctor', '--json');
      assert.doesNotMatch(status.out, /halfMade/);
      assert.equal(await readFile(join(path, 'README.md'), 'utf8'), await mam.git('show', 'main:README.md'));
      assert.deepEqual(await traces(`finish-${point}`), { branch: true, entry: true, folder: true, journal: false });
      assert.equal(execFileSync('git', ['status', '--porcelain'], { cwd: path, encoding: 'utf8' }), '');
    });

    it(`is undone: killed with ${point}`, async () => {
      const path = await half(`undo-${point}`, point);
      const looked = await mam.run('worktree', 'remove', path, '--dry-run', '--json');
      const goes = point === 'entry' || point === 'files' || point === 'whole';
      assert.deepEqual([looked.code, JSON.parse(looked.out).branchGoes], [0, goes], looked.err);
      const undone = await mam.run('worktree', 'remove', path);
      assert.equal(undone.code, 0, undone.err + undone.out);
      assert.doesNotMatch(undone.out, / stays/);
      assert.equal(/Its branch undo-\w+ goes, too/.test(undone.out), goes, undone.out);
      assert.deepEqual(await traces(`undo-${point}`), none);
    });
  }

  it('stays half-made whatever else is prepared, until its set-up is done, too', async () => {
    const config = join(mam.folder, 'config/mam/settings.json');
    await mkdir(join(mam.folder, 'config/mam'), { recursive: true });
    const setUp = ['sh', '-c', 'case "$PWD" in */set-up-*) test -e ../may && echo x > made ;; esac'];
    await writeFile(config, JSON.stringify({ 'mam.worktrees.setUp': [setUp, ['true']] }));
    const path = await half('set-up-whole', 'whole', '--allow');
    const other = join(mam.folder, 'other');
    const prepared = await mam.run('worktree', 'prepare', '--path', other, '--branch', 'other', '--allow');
    assert.equal(prepared.code, 0, prepared.err + prepared.out);
    const isTold = async (): Promise<boolean> => {
      const { findings } = JSON.parse((await mam.run('doctor', '--json')).out);
      return findings.some(
        ({ argv }: { argv?: readonly string[] }) => argv?.join(' ') === `mam worktree finish ${path}`,
      );
    };
    assert.equal(await isTold(), true);
    const missing = await mam.run('worktree', 'finish', path);
    assert.equal(missing.code, 1, missing.out);
    assert.doesNotMatch(missing.out, /is ready/);
    assert.match(missing.out, /printed nothing.*\[worktree\.setUpFailed\]\n.* true \[worktree\.setUpNotRun\]/);
    assert.equal(await isTold(), true);
    await writeFile(join(mam.folder, 'may'), '');
    const finished = await mam.run('worktree', 'finish', path);
    assert.equal(finished.code, 0, finished.out);
    assert.deepEqual([existsSync(join(path, 'made')), await isTold()], [true, false]);
    await rm(join(mam.folder, 'may'));
    const failed = await mam.run('worktree', 'prepare', '--path', join(mam.folder, 'set-up-bad'), '--branch', 'bad');
    assert.equal(failed.code, 1, failed.out);
    assert.match(failed.out, /is there, and its set-up has not come to its end[^]*setUpFailed[^]*\nBASE=/);
    const again = await mam.run('worktree', 'set-up', join(mam.folder, 'set-up-bad'));
    assert.equal(again.code, 1);
    assert.doesNotMatch(again.out, /was set up/);
    await rm(config);
  });

  it('is not undone while it holds a person’s file, unless that is kept', async () => {
    const path = await half('undo-mine', 'files');
    await writeFile(join(path, 'mine'), 'mine\n');
    const refused = await mam.run('worktree', 'remove', path, '--json');
    assert.equal(refused.code, 3, refused.err);
    assert.equal(await readFile(join(path, 'mine'), 'utf8'), 'mine\n');
    const undone = await mam.run('worktree', 'remove', path, '--rescue', '--json');
    assert.equal(undone.code, 0, undone.err);
    const restored = await mam.run('rescue', 'restore', JSON.parse(undone.out).rescue, '--json');
    assert.equal(restored.code, 0, restored.err);
    assert.equal(await readFile(join(JSON.parse(restored.out).path, 'mine'), 'utf8'), 'mine\n');
  });
});
