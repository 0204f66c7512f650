import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

describe('mam worktree prepare', function () {
  this.timeout(120_000);
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

  it('opens the session of its creator in it, and makes nothing where that can’t be meant', async () => {
    const path = join(mam.folder, 'of a creator');
    const prepare = (...args: readonly string[]) =>
      mam.run('worktree', 'prepare', '--path', path, '--branch', 'fix/creator', '--session', 'twenty', ...args);
    for (const [args, code] of [
      [['--creator-agent', 'nobody'], 'agent.unknown'],
      [['--creator-agent', 'rehearsal', '--backend', 'nowhere'], 'cli.badBackend'],
    ] as const) {
      const refused = await prepare(...args);
      assert.deepEqual([refused.code, existsSync(path)], [2, false], refused.err);
      assert.ok(refused.err.includes(`[${code}]`), refused.err);
    }
    const made = await prepare('--creator-agent', 'rehearsal', '--backend', 'headless');
    assert.equal(made.code, 0, made.err);
    assert.match(made.out, /twenty/);
    assert.match(made.out, /\nBASE=[0-9a-f]{40}\n$/);
    const listed = await mam.run('session', 'status', '--json');
    const { sessions } = JSON.parse(listed.out);
    assert.ok(Array.isArray(sessions), listed.out + listed.err);
    const [session] = sessions;
    assert.deepEqual(
      [sessions.length, session.name, session.agent, session.role, session.cwd],
      [1, 'twenty', 'rehearsal', 'creator', path],
    );
    assert.equal((await mam.run('session', 'stop', 'twenty')).code, 0);
  });

  it('refuses with 2 what can’t be made, and leaves nothing behind', async () => {
    const path = join(mam.folder, 'third');
    const prepare = (...args: readonly string[]) => mam.run('worktree', 'prepare', ...args);
    assert.equal((await prepare('--path', path)).code, 2);
    assert.equal((await prepare('--path', path, '--branch', 'a', '--session', 'creator')).code, 2);
    const clash = await prepare('--path', path, '--branch', 'main/below');
    assert.deepEqual([clash.code, /\[branch\.clash\]/.test(clash.err), existsSync(path)], [2, true, false], clash.err);
  });

  it('refuses a folder and a branch whose names are too long, and everything else goes on', async () => {
    const prepare = (name: string, branch: string) =>
      mam.run('worktree', 'prepare', '--path', join(mam.folder, name), '--branch', branch);
    for (const [ended, code] of [
      [await prepare('x'.repeat(300), 'fix/long'), 'worktree.nameTooLong'],
      [await prepare('short', 'x'.repeat(240)), 'branch.tooLong'],
    ] as const)
      assert.deepEqual([ended.code, ended.err.includes(`[${code}]`)], [2, true], ended.err);
    assert.equal((await mam.run('status')).code, 0);
    const undone = await mam.run('worktree', 'remove', join(mam.folder, 'x'.repeat(300)));
    assert.equal(undone.code, 0, undone.err);
  });

  it('opens the session in the folder that its caller stands in, and at the top where the base has no such folder', async () => {
    await mam.git('branch', 'before');
    await mkdir(join(mam.repository, 'packages/app'), { recursive: true });
    await writeFile(join(mam.repository, 'packages/app/a.txt'), 'a\n');
    await mam.git('add', 'packages');
    await mam.git('commit', '--quiet', '--message', 'packages');
    const places: string[] = [];
    for (const [at, name, from] of [
      ['packages/app', 'sub', 'main'],
      ['packages/app', 'early', 'before'],
      ['.', 'top', 'main'],
    ] as const) {
      const path = join(mam.folder, `of ${name}`);
      const where = ['--path', path, '--branch', `fix/${name}`, '--base', from];
      const session = ['--creator-agent', 'rehearsal', '--session', name, '--backend', 'headless'];
      const made = await mam.runIn(join(mam.repository, at), 'worktree', 'prepare', ...where, ...session);
      assert.equal(made.code, 0, made.err);
      const status = await mam.run('session', 'status', '--json');
      const all: { sessions: readonly { name: string; cwd: string }[] } = JSON.parse(status.out);
      places.push(all.sessions.find((one) => one.name === name)?.cwd.slice(mam.folder.length + 1) ?? '');
      assert.equal((await mam.run('session', 'stop', name)).code, 0);
    }
    assert.deepEqual(places, ['of sub/packages/app', 'of early', 'of top']);
  });

  it('is for whoever wants a worktree: a session makes none, and its record says where it works', async () => {
    const before = await mam.git('worktree', 'list');
    const made = await mam.run('session', 'create', 'here', '--agent', 'rehearsal', '--backend', 'headless');
    assert.equal(made.code, 0, made.err);
    const status = await mam.run('session', 'status', '--json');
    const { sessions }: { sessions: readonly { name: string; cwd: string; worktree: string | null }[] } = JSON.parse(
      status.out,
    );
    const one = sessions.find(({ name }) => name === 'here');
    assert.deepEqual([one?.cwd, one?.worktree], [mam.repository, null]);
    assert.equal(await mam.git('worktree', 'list'), before);
    assert.equal((await mam.run('session', 'stop', 'here')).code, 0);
  });

  it('waits for a first commit, says how to make one, and lets a session read meanwhile', async () => {
    const empty = await createMamCommand({ sample: false });
    try {
      await mkdir(empty.repository);
      await empty.git('init', '--quiet', '--initial-branch', 'main');
      const path = join(empty.folder, 'wt');
      const prepare = () => empty.run('worktree', 'prepare', '--path', path, '--branch', 'fix/one');
      const refused = await prepare();
      assert.deepEqual([refused.code, existsSync(path)], [2, false]);
      const [, command = ''] = /: git (commit .*) \[git\.unborn\]/.exec(refused.err) ?? [];
      assert.equal(command, 'commit --allow-empty -m "First commit"', refused.err);
      const args = ['--agent', 'rehearsal', '--backend', 'headless', '--role', 'reviewer'];
      const reads = await empty.run('session', 'create', 'reader', ...args);
      assert.equal(reads.code, 0, reads.err);
      assert.equal((await empty.run('session', 'stop', 'reader')).code, 0);
      await empty.git('commit', '--quiet', '--allow-empty', '-m', 'First commit');
      const made = await prepare();
      assert.equal(made.code, 0, made.err);
    } finally {
      await empty.dispose();
    }
  });

  it('never takes up an old branch of that name unasked: it says how old it is, and how to go on with it', async () => {
    await mam.git('branch', 'task-7');
    for (const n of ['1', '2', '3', '4', '5']) await mam.git('commit', '--quiet', '--allow-empty', '--message', n);
    const path = join(mam.folder, 'seventh');
    const prepare = (...more: readonly string[]) =>
      mam.run('worktree', 'prepare', '--path', path, '--branch', 'task-7', ...more);
    const refused = await prepare('--base', 'main');
    assert.deepEqual([refused.code, existsSync(path)], [2, false]);
    assert.match(
      refused.err,
      /task-7 is there already: 5 commits behind main and 0 of its own, the last one of \d{4}-/,
    );
    assert.match(refused.err, /--branch task-7 --base task-7 \[branch\.exists\]/);
    const reused = await prepare('--base', 'task-7');
    assert.equal(reused.code, 0, reused.err);
    assert.equal(await readFile(join(path, '.git'), 'utf8').then((text) => text.startsWith('gitdir: ')), true);
    assert.equal((await mam.git('-C', path, 'rev-list', '--count', 'HEAD..main')).trim(), '5');

    await mam.git('branch', 'chore/issue-7-old', 'main~5');
    const dry = await mam.run('worktree', '--role', 'writer', '--slug', 'old', '--issue', '7', '--base', 'main');
    assert.doesNotMatch(dry.out, /branchTaken/, 'who names a base wants a new one');
    const planned = await mam.run('worktree', '--role', 'writer', '--slug', 'old', '--issue', '7');
    assert.match(planned.out, /checked out as it is: 5 commits behind main and 0 of its own/);
  });
});
