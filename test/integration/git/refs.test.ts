import assert from 'node:assert/strict';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPackedRefs } from '../../../src/adapters/git/packedRefs.ts';
import { runProcess } from '../../../src/adapters/process/run.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, codeOf, must, openGit, plainGit } from './support.ts';

describe('git: reading refs and files', () => {
  const folder = useTempFolder();

  it('finds loose and packed refs, and a ref that moved from the one to the other', async () => {
    const root = await buildState('plain', folder());
    const git = openGit(root);
    const head = await plainGit(root, 'rev-parse', 'HEAD');
    await plainGit(root, 'branch', 'one');
    await plainGit(root, 'pack-refs', '--all');
    await plainGit(root, 'branch', 'two');
    const names = ['refs/heads/one', 'refs/heads/two', 'refs/heads/none'];
    const both = { 'refs/heads/one': head, 'refs/heads/two': head };
    assert.deepEqual(must(await git.refs(names)), both);
    await plainGit(root, 'pack-refs', '--all');
    assert.deepEqual(must(await git.refs(names)), both);
    await plainGit(root, 'branch', '-D', 'one');
    assert.deepEqual(must(await git.refs(names)), { 'refs/heads/two': head });
  });

  it('reads the packed file again only when it changed', async () => {
    const path = join(folder(), 'packed-refs');
    const packed = createPackedRefs(folder());
    assert.equal((await packed.read()).size, 0);
    await writeFile(path, `# pack-refs with: peeled\n${'a'.repeat(40)} refs/heads/a\n^${'b'.repeat(40)}\n`);
    const [first, second] = await Promise.all([packed.read(), packed.read()]);
    assert.deepEqual([...first], [['refs/heads/a', 'a'.repeat(40)]]);
    assert.equal(first, second);
    // Of the same size, within the same tick of the clock, as `git pack-refs` replaces it.
    await writeFile(`${path}.lock`, (await readFile(path, 'utf8')).replaceAll('aaa', 'ccc'));
    await rename(`${path}.lock`, path);
    assert.match((await packed.read()).get('refs/heads/a') ?? '', /^c{39}/);
  });

  it('takes a broken ref, and a repository that is gone, for a failure and not for refs that are gone', async () => {
    const root = await buildState('plain', folder());
    const git = openGit(root);
    must(await git.facts());
    await writeFile(join(root, '.git/refs/heads/torn'), '');
    assert.equal(codeOf(await git.refs(['refs/heads/main', 'refs/heads/torn'])), 'git.failed');
    assert.equal(codeOf(await git.resolveBase('torn')), 'git.failed');
    await rename(root, `${root}-away`);
    assert.equal(codeOf(await git.refs(['refs/heads/main'])), 'git.folderMissing');
  });

  it('takes git that fails for a failure and not for a file that is not there', async () => {
    const root = await buildState('plain', folder());
    const head = await plainGit(root, 'rev-parse', 'HEAD');
    let broken = '';
    const git = openGit(root, {
      run: async (spec, signal) => {
        const end = await runProcess(spec, signal);
        return spec.argv.includes(broken) ? { ...end, exitCode: 128, stderr: Buffer.from('fatal: no memory') } : end;
      },
    });
    must(await git.facts());
    broken = 'ls-files';
    assert.equal(codeOf(await git.tracked(['a.txt'])), 'git.failed');
    broken = 'cat-file';
    assert.equal(codeOf(await git.readFileAt(head, 'a.txt')), 'git.failed');
    broken = '';
    await mkdir(join(root, 'folder'));
    await writeFile(join(root, 'folder/b'), 'b\n');
    await plainGit(root, 'add', '.');
    await plainGit(root, 'commit', '-q', '-m', 'more');
    const next = await plainGit(root, 'rev-parse', 'HEAD');
    for (const name of ['folder', 'none', '*', 'a.txt/b']) assert.equal(must(await git.readFileAt(next, name)), null);
    assert.equal(must(await git.readFileAt(next, 'folder/b')), 'b\n');
  });
});
