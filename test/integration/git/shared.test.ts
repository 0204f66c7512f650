import assert from 'node:assert/strict';
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareShared } from '../../../src/core/breach/compare.ts';
import type { SharedFact } from '../../../src/core/breach/types.ts';
import { makeRepository, type TestRepository } from '../app/support.ts';
import { createGit } from '../../../src/adapters/git/createGit.ts';
import { runProcess } from '../../../src/adapters/process/run.ts';

describe('Looking at what worktrees share', function () {
  this.timeout(60_000);
  let repository: TestRepository;
  let home: string;
  let look: () => Promise<readonly SharedFact[]>;
  beforeEach(() => {
    repository = makeRepository({ 'a.txt': 'one\n', 'b.txt': 'one\n', '.gitignore': 'ignored\n' });
    home = join(repository.root, '../home');
    mkdirSync(home);
    writeFileSync(join(home, 'included'), '[user]\n\tname = Before\n');
    writeFileSync(join(home, '.gitconfig'), '[include]\n\tpath = included\n');
    repository.git('branch', 'topic');
    const env = { PATH: process.env['PATH'] ?? '', HOME: home };
    const git = createGit({ folder: repository.root, env, run: runProcess });
    look = async () => {
      const sight = await git.lookShared();
      assert.ok(sight.ok, sight.ok ? '' : JSON.stringify(sight.error));
      return sight.value.facts;
    };
  });
  afterEach(() => repository.dispose());

  /** What a change makes of it: its kind, its name and whether people do it all the time. */
  const seen = async (change: () => unknown): Promise<readonly string[]> => {
    const before = await look();
    change();
    return compareShared(before, await look()).map(
      ({ kind, name, usual }) => `${kind} ${name}${usual ? ' usual' : ''}`,
    );
  };
  const inRepository = (path: string): string => join(repository.root, path);

  it('is the same again while nothing changes, and holds no value of the configuration', async () => {
    repository.git('config', 'http.extraHeader', 'AUTHORIZATION: basic c2VjcmV0');
    const facts = await look();
    assert.deepEqual(await look(), facts);
    assert.equal(JSON.stringify(facts).includes('c2VjcmV0'), false);
  });

  it('sees which files go through which filter', async () => {
    const put = (): void => {
      mkdirSync(inRepository('.git/info'), { recursive: true });
      writeFileSync(inRepository('.git/info/attributes'), '*.txt filter=x\n');
    };
    assert.deepEqual(await seen(put), ['config info/attributes']);
  });

  it('names a key of the configuration without the token in it, and still tells two of them apart', async () => {
    const tokens = ['a1B2c3D4e5', 'f6G7h8I9j0'].map((part) => `ghp_${part.repeat(4).slice(0, 36)}`);
    const put = (token: string) => (): unknown =>
      repository.git('config', `url.https://x-access-token:${token}@github.com/.insteadOf`, 'https://github.com/');
    for (const token of tokens) {
      const [line = '', ...rest] = await seen(put(token));
      assert.match(line, /^config url\.https:\/\/\[redacted: [^\]]+\]@github\.com\/\.insteadof in \.git\/config$/);
      assert.deepEqual(rest, []);
    }
    repository.git('config', 'url.https://me:hunter2hunter2@git.example/.insteadOf', 'https://git.example/');
    const facts = JSON.stringify(await look());
    for (const secret of [...tokens, 'hunter2hunter2']) assert.equal(facts.includes(secret), false);
  });

  const cases: readonly (readonly [string, () => void, readonly string[]])[] = [
    [
      'a key of its own configuration',
      () => repository.git('config', 'core.fsmonitor', '/tmp/x'),
      ['config core.fsmonitor in .git/config'],
    ],
    [
      'what git notes of a branch',
      () => repository.git('config', 'branch.main.remote', '.'),
      ['config branch.main.remote in .git/config usual'],
    ],
    [
      'a file that a person’s configuration includes',
      () => writeFileSync(join(home, 'included'), '[user]\n\tname = After\n'),
      ['config user.name in <home>/included'],
    ],
    ['a hook', () => writeFileSync(inRepository('.git/hooks/pre-push'), ''), ['hooks hooks/pre-push']],
    ['a new branch', () => repository.git('branch', 'other'), ['refs refs/heads/other']],
    ['a branch that is gone', () => repository.git('branch', '-D', 'topic'), ['refs refs/heads/topic']],
    [
      'the branch of the main checkout',
      () => repository.git('commit', '-q', '--allow-empty', '-m', 'x'),
      ['refs refs/heads/main usual'],
    ],
    ['a tag', () => repository.git('tag', 'v1'), ['refs refs/tags/v1 usual']],
    [
      'a replaced commit',
      () => repository.git('update-ref', 'refs/replace/0123456789012345678901234567890123456789', 'HEAD'),
      ['refs refs/replace/0123456789012345678901234567890123456789'],
    ],
    ['a file of the main checkout', () => appendFileSync(inRepository('a.txt'), 'two\n'), ['checkout a.txt usual']],
    ['a new file there', () => writeFileSync(inRepository('c.txt'), ''), ['checkout c.txt usual']],
    ['a file that git ignores', () => writeFileSync(inRepository('ignored'), ''), []],
    ['another branch there', () => repository.git('checkout', '-q', 'topic'), ['checkout HEAD usual']],
    ['MAM’s own refs', () => repository.git('update-ref', 'refs/mam/rescue/x', 'HEAD'), ['refs refs/mam/rescue/x']],
  ];
  for (const [title, change, expected] of cases)
    it(`sees ${title}`, async () => {
      assert.deepEqual(
        (await seen(change)).map((line) => line.replace(home, '<home>').replace('~/included', '<home>/included')),
        expected,
      );
    });

  it('sees a stash, a second one, and an older one dropped', async () => {
    let times = 0;
    const stash = (): void => {
      appendFileSync(inRepository('a.txt'), `x${(times += 1)}\n`);
      repository.git('stash', 'push', '-q');
    };
    for (const change of [stash, stash, () => repository.git('stash', 'drop', '-q', 'stash@{1}')])
      assert.deepEqual(await seen(change), ['stash refs/stash']);
  });

  it('sees a second change of the same file, and that a hook may be run now', async () => {
    appendFileSync(inRepository('a.txt'), 'two\n');
    assert.deepEqual(await seen(() => appendFileSync(inRepository('a.txt'), 'three\n')), ['checkout a.txt usual']);
    writeFileSync(inRepository('.git/hooks/pre-push'), '', { mode: 0o644 });
    assert.deepEqual(await seen(() => chmodSync(inRepository('.git/hooks/pre-push'), 0o755)), ['hooks hooks/pre-push']);
  });

  it('looks for hooks where the configuration says', async () => {
    mkdirSync(inRepository('.husky'));
    repository.git('config', 'core.hooksPath', '.husky');
    const found = await seen(() => writeFileSync(inRepository('.husky/pre-commit'), '', { mode: 0o755 }));
    assert.ok(
      found.some((line) => line.startsWith('hooks ') && line.endsWith('.husky/pre-commit')),
      found.join('\n'),
    );
  });

  it('sees a worktree, the branch that it is on, and a configuration of its own', async () => {
    const path = join(repository.root, '../w');
    assert.deepEqual(await seen(() => repository.git('worktree', 'add', '-q', path, 'topic')), [
      `worktrees ${path} usual`,
    ]);
    repository.git('config', 'extensions.worktreeConfig', 'true');
    const found = await seen(() => repository.git('-C', path, 'config', '--worktree', 'core.pager', 'x'));
    assert.deepEqual(found, ['config worktrees/w/config.worktree']);
  });
});
