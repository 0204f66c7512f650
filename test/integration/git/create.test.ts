import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProcess } from '../../../src/adapters/process/run.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, codeOf, must, openGit, plainGit } from './support.ts';

describe('git: making worktrees', () => {
  const folder = useTempFolder();

  /** A git that counts its processes, past what it asks once. */
  async function counted(root: string) {
    const words: string[] = [];
    const git = openGit(root, {
      run: (spec, signal) => {
        words.push(spec.argv.find((word) => /^(?:worktree|reset|rev-parse)$/.test(word)) ?? spec.argv.join(' '));
        return runProcess(spec, signal);
      },
    });
    const { commit } = must(await git.resolveBase(null));
    words.length = 0;
    return { git, commit, words };
  }

  it('starts git once', async () => {
    const root = await buildState('plain', folder());
    const { git, commit, words } = await counted(root);
    const path = join(folder(), 'wt');
    assert.deepEqual(must(await git.createWorktree({ path, branch: null, commit })), { warning: null });
    assert.deepEqual(words, ['worktree']);
    assert.equal(await readFile(join(path, 'a.txt'), 'utf8'), 'one\n');
    assert.equal(await plainGit(path, 'status', '--porcelain'), '');
  });

  it('asks git for its top folder where worktrees can have a configuration of their own', async () => {
    const root = await buildState('plain', folder());
    await plainGit(root, 'config', 'extensions.worktreeConfig', 'true');
    const { git, commit, words } = await counted(root);
    must(await git.createWorktree({ path: join(folder(), 'wt'), branch: null, commit }));
    assert.deepEqual(words, ['worktree', 'rev-parse']);
  });

  it('takes away what it made when the files can’t be checked out', async () => {
    const root = await buildState('plain', folder());
    await plainGit(root, 'config', 'filter.bad.smudge', 'false');
    await plainGit(root, 'config', 'filter.bad.required', 'true');
    await writeFile(join(root, '.gitattributes'), 'bad filter=bad\n');
    await writeFile(join(root, 'bad'), 'b\n');
    await plainGit(root, '-c', 'filter.bad.required=false', 'add', '-A');
    await plainGit(root, '-c', 'filter.bad.required=false', 'commit', '-qm', 'bad');
    const { git, commit } = await counted(root);
    const path = join(folder(), 'wt');
    const made = await git.createWorktree({ path, branch: 'task', commit });
    assert.equal(codeOf(made), 'worktree.failed');
    assert.match(made.ok ? '' : String(made.error.params['reason']), /smudge filter bad failed/);
    assert.deepEqual(must(await git.refs(['refs/heads/task'])), {});
    assert.equal(must(await git.listWorktrees()).length, 1);
    await plainGit(root, 'config', 'filter.bad.smudge', 'cat');
    must(await git.createWorktree({ path, branch: 'task', commit }));
    await git.settled();
  });
});
