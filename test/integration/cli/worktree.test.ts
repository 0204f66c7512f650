import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { basename, dirname, join } from 'node:path';
import { queueText } from '../../builders/queueText.ts';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

describe('mam worktree', () => {
  let mam: MamCommand;
  before(async () => {
    mam = await createMamCommand();
  });
  after(() => mam.dispose());
  const ask = (...more: readonly string[]) => mam.run('worktree', '--role', 'Implementer', ...more);
  const pathOf = (name: string): string => join(dirname(mam.repository), name, basename(mam.repository));

  it('shows the commands with a placeholder, and does nothing', async () => {
    const ended = await ask('--slug', 'words', '--title', "It's new", '--json');
    assert.equal(ended.code, 0, ended.err);
    const data = JSON.parse(ended.out);
    assert.deepEqual([data.executed, data.issue, data.branch], [false, null, 'chore/issue-NUMBER-words']);
    assert.match(data.commands[0], /^gh issue create --title 'It'\\''s new'/);
    assert.match(data.commands[1], /^git worktree add -b chore\/issue-NUMBER-words .* main$/);
    assert.deepEqual(
      [data.fetched, data.warnings.map((one: { code: string }) => one.code)],
      [null, ['worktree.noRemote']],
    );
    assert.equal(existsSync(pathOf('NUMBER-words')), false);
    const wrong = await ask('--slug', 'words');
    assert.deepEqual([wrong.code, /\[cli\.worktreeAbout\]/.test(wrong.err)], [2, true]);
    assert.equal((await ask('--slug', 'words', '--issue', '7', '--type', 'a/b')).code, 2, 'T094');
  });

  it('opens no issue without a forge, and says why', async () => {
    const ended = await ask('--slug', 'words', '--title', 'New', '--execute');
    assert.equal(ended.code, 2);
    assert.match(ended.err, /\[forge\.none\]/);
  });

  it('starts at the shared base, whatever is checked out, and at another branch only where it is named', async () => {
    await mam.git('checkout', '--quiet', '-b', 'feat/issue-9-theirs');
    await mam.git('commit', '--quiet', '--allow-empty', '--message', 'Work for 9');
    const [main, theirs] = [await mam.git('rev-parse', 'main'), await mam.git('rev-parse', 'HEAD')];
    const baseOf = async (...more: readonly string[]): Promise<string> =>
      JSON.parse((await ask('--slug', 's', '--issue', '5', '--json', ...more)).out).base;
    assert.equal(await baseOf(), main.trim());
    assert.equal(await baseOf('--base', 'feat/issue-9-theirs'), theirs.trim());
    const gone = await ask('--slug', 's', '--issue', '5', '--base', 'gone');
    assert.deepEqual([gone.code, /\[base\.notFound\]/.test(gone.err)], [2, true], gone.err);
    await mam.git('checkout', '--quiet', 'main');
    await mam.git('branch', '--quiet', '-D', 'feat/issue-9-theirs');
  });

  it('shows no secret of a title, not even to be pasted', async () => {
    const ended = await ask('--slug', 's', '--title', `Rotate ghp_${'a1'.repeat(18)}`, '--json');
    assert.equal(ended.code, 0, ended.err);
    assert.doesNotMatch(ended.out, /a1a1a1/);
  });

  it('makes them, and the status tells which of them would conflict', async () => {
    for (const issue of ['7', '8']) {
      const made = await mam.run(
        'active-worktree-prepare',
        ...['--role', 'Implementer', '--slug', 'fix', '--type', 'fix', '--issue', issue, '--execute'],
      );
      assert.equal(made.code, 0, made.err);
      await writeFile(join(pathOf(`${issue}-fix`), 'README.md'), `of ${issue}\n`);
    }
    const again = await ask('--slug', 'fix', '--type', 'fix', '--issue', '7', '--execute');
    assert.deepEqual([again.code, /\[worktree\.exists\]/.test(again.err)], [2, true]);
    const data = JSON.parse((await mam.run('status', '--json')).out);
    assert.deepEqual(
      data.worktrees.map((one: { readonly branch: string; readonly overlaps: unknown }) => [one.branch, one.overlaps]),
      [
        ['fix/issue-7-fix', '8-fix'],
        ['fix/issue-8-fix', '7-fix'],
      ].map(([branch, other]) => [
        branch,
        [
          {
            with: pathOf(other ?? ''),
            kind: 'mam',
            branch: null,
            files: ['README.md'],
            loadBearing: [],
            forecast: 'conflict',
            conflicts: ['README.md'],
            why: null,
          },
        ],
      ]),
    );
    const shown = await mam.run('status');
    assert.match(shown.out, /fix\/issue-7-fix with fix\/issue-8-fix: 1 file in common, would conflict/);
  });

  it('starts from what the remote has by now, records it, and says what could not be fetched', async () => {
    const remote = join(mam.folder, 'remote.git');
    // The journal begins with the first tick or loop.
    await mam.run('tick');
    await mam.git('clone', '--quiet', '--bare', '.', remote);
    await mam.git('remote', 'add', 'origin', remote);
    await mam.git('fetch', '--quiet', 'origin');
    const shown = JSON.parse((await ask('--slug', 'a', '--issue', '11', '--json')).out);
    assert.deepEqual(shown.commands.slice(0, -1), ['git fetch origin main']);
    assert.match(shown.commands.at(-1), / origin\/main$/);

    const theirs = join(mam.folder, 'their clone');
    await mam.git('clone', '--quiet', remote, theirs);
    const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid'];
    await mam.git('-C', theirs, ...who, 'commit', '--quiet', '--allow-empty', '--message=theirs');
    await mam.git('-C', theirs, 'push', '--quiet', 'origin', 'main');
    const [head] = (await mam.git('-C', theirs, 'rev-parse', 'HEAD')).split('\n');
    const made = JSON.parse((await ask('--slug', 'a', '--issue', '11', '--execute', '--json')).out);
    assert.deepEqual([made.fetched, made.base, made.warnings], ['fetched', head, []]);
    assert.equal((await mam.git('-C', made.path, 'rev-parse', 'HEAD')).trim(), head);
    const active = join(mam.repository, 'reports/agent_loop/active');
    const report = await readFile(join(active, 'active_worktree_prepare.md'), 'utf8');
    assert.match(report, /- Role: Implementer\n- Issue: 11\n- Branch: `chore\/issue-11-a`\n/);
    assert.match(report, /- Base: `origin\/main` at [0-9a-f]{40} of \S+Z\n- Fetched: fetched\n- Ports: \d+ to \d+\n/);
    assert.doesNotMatch(report, /\/tmp\//);
    const lines = (await readFile(join(active, 'events.jsonl'), 'utf8')).trim().split('\n');
    const told = lines.map((line) => JSON.parse(line)).findLast((one) => one.event === 'active-worktree-prepare');
    assert.deepEqual(
      [told.role, told.issue, told.branch, told.execute, told.data.fetched],
      ['Implementer', '11', 'chore/issue-11-a', true, 'fetched'],
    );

    await rename(remote, `${remote}.gone`);
    const offline = JSON.parse((await ask('--slug', 'b', '--issue', '12', '--execute', '--json')).out);
    assert.deepEqual([offline.fetched, offline.warnings[0].code], ['failed', 'worktree.notFetched']);
    assert.equal(await mam.git('-C', offline.path, 'rev-parse', 'HEAD'), await mam.git('rev-parse', 'origin/main'));
    await mam.git('remote', 'remove', 'origin');
  });

  it('tells of the main checkout and of worktrees that it did not make, each marked, and of what nobody reads', async () => {
    const theirs = join(mam.folder, 'theirs');
    await mam.git('worktree', 'add', '--quiet', '-b', 'by-hand', theirs);
    await writeFile(join(theirs, 'README.md'), 'by hand\n');
    for (const path of [mam.repository, pathOf('7-fix')]) {
      await writeFile(join(path, 'big.bin'), '');
      await truncate(join(path, 'big.bin'), 11 * 1024 * 1024);
    }
    const shown = (await mam.run('status')).out;
    assert.match(shown, /fix\/issue-7-fix with by-hand \(not made by MAM\): 1 file in common, would conflict/);
    assert.match(shown, /fix\/issue-7-fix with the main checkout \(main\): 1 file in common, merge unknown/);
    const data = JSON.parse((await mam.run('status', '--json')).out);
    const found = data.worktrees
      .find((one: { readonly branch: string }) => one.branch === 'fix/issue-7-fix')
      .overlaps.filter((one: { readonly kind: string }) => one.kind !== 'mam')
      .map(({ with: path, kind, branch, files, forecast, why }: Record<string, unknown>) => ({
        path,
        kind,
        branch,
        files,
        forecast,
        why,
      }));
    assert.deepEqual(found, [
      { path: theirs, kind: 'foreign', branch: 'by-hand', files: ['README.md'], forecast: 'conflict', why: null },
      {
        path: mam.repository,
        kind: 'main',
        branch: 'main',
        files: ['big.bin'],
        forecast: 'unknown',
        why: { code: 'overlap.tooLarge', sentence: 'big.bin is too large to compare.' },
      },
    ]);
    assert.equal(data.worktrees.length, 4);
  });

  it('is made again after git removed it, on the branch that is there, and followed where git moved it', async () => {
    const make = () => ask('--slug', 'gone', '--issue', '50', '--execute', '--json');
    const at = pathOf('50-gone');
    assert.equal((await make()).code, 0);
    await mam.git('worktree', 'remove', '--force', at);
    assert.doesNotMatch((await mam.run('status')).out, /50-gone/);
    const again = await make();
    assert.equal(again.code, 0, again.err);
    const [told] = JSON.parse(again.out).warnings;
    assert.equal(told.code, 'worktree.branchTaken');
    await mam.git('worktree', 'remove', '--force', at);
    await mam.git('branch', '-D', 'chore/issue-50-gone');
    assert.equal((await make()).code, 0);
    const moved = join(mam.folder, 'moved');
    await mam.git('worktree', 'move', at, moved);
    const { worktrees } = JSON.parse((await mam.run('status', '--json')).out);
    assert.ok(worktrees.some((one: { readonly path: string }) => one.path === moved));
    await rm(moved, { recursive: true });
    assert.match((await mam.run('status')).out, /issue-50-gone: folder lost\. .*mam worktree remove .*moved/);
    assert.match((await mam.run('doctor')).out, /moved is gone, .*git worktree repair.*mam worktree remove/);
    const refused = await make();
    assert.deepEqual([refused.code, /run mam worktree remove .*\[worktree\.exists\]/.test(refused.err)], [2, true]);
    await mam.git('worktree', 'prune');
    assert.equal((await make()).code, 0);
  });
});

describe('mam worktree beside a loop whose host was killed', () => {
  let mam: MamCommand;
  before(async () => {
    mam = await createMamCommand();
  });
  after(() => mam.dispose());

  it('makes its worktree, and leaves everything else to whoever goes on with the loop', async () => {
    const wait = [{ on: { kind: 'implement' }, steps: [{ waitFor: join(mam.folder, 'never') }] }];
    await mam.setQueue(
      queueText({
        id: 'T-2026-0001',
        claims: '`README.md`',
        checks: ['node --test'],
        goal: `Wait.\n\n\`\`\`rehearsal\n${JSON.stringify(wait)}\n\`\`\``,
      }),
    );
    const started = mam.start('start', '--agents', 'rehearsal', '--allow-check', 'node --test');
    await started.shows('Implementer started');
    started.child.kill('SIGKILL');
    await started.ended;
    const before = startedEffects(mam.repository);
    assert.ok(before.some((effect) => effect.endsWith('/lane')));

    const made = await mam.run('worktree', '--role', 'R', '--slug', 's', '--issue', '7', '--execute');
    assert.equal(made.code, 0, made.err);
    assert.deepEqual(startedEffects(mam.repository), [...before, 'chore/issue-7-s/create', 'chore/issue-7-s/set-up']);
  });
});

/** Ids of the effects that were begun, oldest first, as the log has them. */
function startedEffects(repository: string): readonly string[] {
  const db = new DatabaseSync(join(repository, '.git/mam/mam.db'));
  try {
    return db
      .prepare("SELECT data FROM events WHERE type = 'effectStarted' ORDER BY seq")
      .all()
      .map((row): string => JSON.parse(String(row['data'])).effect);
  } finally {
    db.close();
  }
}
