import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderSnapshot } from '../../builders/folderSnapshot.ts';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

describe('mam worktree remove that was killed', () => {
  let mam: MamCommand;
  before(async () => {
    mam = await createMamCommand();
    await mkdir(join(mam.folder, 'bin'));
  });
  after(() => mam.dispose());

  /** Kills MAM when its git is about to do `word`. */
  async function killedAt(word: string, ...args: readonly string[]): Promise<void> {
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    const git = join(mam.folder, 'bin/git');
    await writeFile(git, `#!/bin/sh\ncase " $* " in *" ${word} "*) kill -9 $PPID ;; esac\nexec '${real}' "$@"\n`);
    await chmod(git, 0o755);
    const path = mam.env['PATH'];
    mam.env['PATH'] = `${join(mam.folder, 'bin')}:${path}`;
    const ended = await mam.run(...args);
    mam.env['PATH'] = path;
    await rm(git);
    assert.notEqual(ended.code, 0, ended.out);
  }

  it('is told by doctor and status, is gone on with by the same command, and all comes back by the one that is told', async () => {
    const path = join(mam.folder, 'mine');
    await mam.git('worktree', 'add', '--quiet', '-b', 'mine', path);
    await writeFile(join(path, 'new'), 'mine\n');
    await mkdir(join(path, 'inner'));
    await mam.git('-C', join(path, 'inner'), 'init', '--quiet');
    await writeFile(join(path, 'inner/f'), 'f\n');
    const before = await folderSnapshot(path);
    await killedAt('commit-tree', 'worktree', 'remove', path, '--rescue');
    assert.equal(existsSync(path), false);

    const command = ['mam', 'worktree', 'remove', path];
    const { findings } = JSON.parse((await mam.run('doctor', '--json')).out);
    const told = findings.filter(({ argv }: { argv?: readonly string[] }) => argv?.includes('remove'));
    assert.deepEqual(
      told.map(({ argv }: { argv: unknown }) => argv),
      [command],
    );
    const status = await mam.run('status');
    assert.match(status.out, /The removal of the worktree .*mine has not come to its end/);
    assert.deepEqual(JSON.parse((await mam.run('status', '--json')).out).removals[0]?.argv, command);
    const looked = await mam.run('worktree', 'remove', path, '--dry-run', '--json');
    assert.equal(looked.code, 3, looked.err);
    assert.deepEqual(JSON.parse(looked.out).untracked, ['inner/', 'new']);
    assert.equal(existsSync(join(mam.folder, '.mine.mam-removing/new')), true, 'a look changes nothing');

    const again = await mam.run('worktree', 'remove', path, '--json');
    assert.equal(again.code, 0, again.err + again.out);
    const { removed, rescue, branch } = JSON.parse(again.out);
    assert.deepEqual([removed, existsSync(join(mam.folder, '.mine.mam-removing'))], [true, false]);
    assert.match(rescue, /^refs\/mam\/rescue\/mine-/);
    assert.doesNotMatch((await mam.run('status')).out, /has not come to its end/);
    const restored = await mam.run('rescue', 'restore', rescue, '--json');
    assert.equal(restored.code, 0, restored.err);
    assert.deepEqual(JSON.parse(restored.out), { ...JSON.parse(restored.out), branch: 'mine', path });
    assert.deepEqual(await folderSnapshot(path), before);
    assert.equal(branch, null, 'one that MAM did not make is not in the log');
  });
});
