import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { useTempFolder } from '../../tempFolder.ts';
import { must, openGit, plainGit } from './support.ts';

describe('what a proposing lane takes over from a checkout', function () {
  this.timeout(60_000);
  const folder = useTempFolder();

  it('is nothing of where MAM writes, which the spec alone says', async () => {
    const root = folder();
    const put = async (path: string, text: string): Promise<void> => {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    };
    await plainGit(root, 'init', '--quiet', '--initial-branch=main');
    for (const path of ['a.txt', 'trees/a.txt', '.claude/worktrees/a.txt']) await put(path, 'one\n');
    await plainGit(root, 'add', '.');
    await plainGit(root, 'commit', '--quiet', '--message', 'Base');
    for (const path of ['a.txt', 'trees/a.txt', 'trees/new.txt', '.claude/worktrees/a.txt']) await put(path, 'two\n');
    const git = openGit(root);
    const seed = must(
      await git.seedCommit({
        commit: await plainGit(root, 'rev-parse', 'HEAD'),
        claims: ['**'],
        takeChanges: true,
        isOwn: (path) => path.startsWith('trees/'),
        redact: (text) => text,
        at: '2026-01-01T00:00:00Z',
      }),
    );
    await git.settled();
    assert.deepEqual(seed.taken, ['.claude/worktrees/a.txt', 'a.txt']);
    assert.equal(await plainGit(root, 'show', `${seed.commit}:trees/a.txt`), 'one');
  });
});
