import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

describe('mam worktree prepare', () => {
  let mam: MamCommand;
  before(async () => {
    mam = await createMamCommand();
  });
  after(() => mam.dispose());

  it('makes it, sets it up, gives it ports of its own and prints BASE last; commands wait for a person', async () => {
    await mkdir(join(mam.repository, '.venv'));
    await writeFile(join(mam.repository, '.worktreeinclude'), '.env\n');
    await writeFile(join(mam.repository, '.env'), 'KEY=1\n');
    await writeFile(join(mam.repository, '.git/info/exclude'), '.env\n', { flag: 'a' });
    await mkdir(join(mam.folder, 'config/mam'), { recursive: true });
    const settings = { 'mam.worktrees.setUp': [['sh', '-c', 'echo "port $PORT" > made']] };
    await writeFile(join(mam.folder, 'config/mam/settings.json'), JSON.stringify(settings));

    const path = join(mam.folder, 'first one');
    const ended = await mam.run('worktree', 'prepare', '--path', path, '--branch', 'fix/one', '--base', 'main');
    assert.equal(ended.code, 0, ended.err);
    assert.equal(ended.out.trimEnd().split('\n').at(-1), `BASE=${(await mam.git('rev-parse', 'main')).trim()}`);
    assert.match(ended.out, /\[worktree\.setUpAsks\]/);
    assert.deepEqual(
      [existsSync(join(path, '.venv')), await readFile(join(path, '.env'), 'utf8'), existsSync(join(path, 'made'))],
      [true, 'KEY=1\n', false],
    );
    assert.equal((await mam.run('worktree', 'set-up', path, '--allow')).code, 0);
    assert.equal(await readFile(join(path, 'made'), 'utf8'), 'port 21000\n');

    const second = join(mam.folder, 'second');
    const told = await mam.run('worktree', 'prepare', '--path', second, '--branch', 'fix/two', '--json');
    assert.equal(told.code, 0, told.err);
    const data = JSON.parse(told.out);
    assert.deepEqual(
      [data.ports, data.setUp.linked, data.warnings],
      [{ first: 21_010, count: 10 }, ['.venv'], data.warnings],
    );
    assert.match(data.committedAt, /^\d{4}-\d\d-\d\dT/);
    assert.equal(
      await readFile(join(second, 'made'), 'utf8'),
      'port 21010\n',
      'what was allowed once is not asked again',
    );
  });

  it('refuses with 2 what can’t be made, and leaves nothing behind', async () => {
    const path = join(mam.folder, 'third');
    const prepare = (...args: readonly string[]) => mam.run('worktree', 'prepare', ...args);
    assert.equal((await prepare('--path', path)).code, 2);
    assert.equal((await prepare('--path', path, '--branch', 'a', '--session', 'creator')).code, 2);
    const clash = await prepare('--path', path, '--branch', 'main/below');
    assert.deepEqual([clash.code, /\[branch\.clash\]/.test(clash.err), existsSync(path)], [2, true, false], clash.err);
  });
});
