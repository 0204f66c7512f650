import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useTempFolder } from '../../tempFolder.ts';
import { codeOf, must, openGit, plainGit } from './support.ts';

describe('a patch that is tried on a commit', function () {
  this.timeout(120_000);
  const folder = useTempFolder();
  const text = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

  async function repository(): Promise<string> {
    const root = await mkdtemp(join(folder(), 'repo-'));
    await plainGit(root, 'init', '--quiet', '--initial-branch=main');
    await writeFile(join(root, 'a.txt'), text('one', 'two', 'three', 'four', 'five'));
    await writeFile(join(root, 'crlf.txt'), 'one\r\ntwo\r\n');
    await writeFile(join(root, 'data.bin'), Buffer.from([0, 1, 2, 3]));
    await plainGit(root, 'add', '.');
    await plainGit(root, 'commit', '--quiet', '--message', 'Base');
    return root;
  }

  /** The patch of what `change` does to a checkout, which is as before afterwards. */
  async function patchOf(root: string, change: () => Promise<unknown>): Promise<string> {
    await change();
    await plainGit(root, 'add', '--all');
    const patch = await plainGit(root, 'diff', '--cached', '--binary', '--full-index');
    await plainGit(root, 'reset', '--quiet', '--hard');
    return `${patch}\n`;
  }

  const changes: Readonly<Record<string, (root: string) => Promise<unknown>>> = {
    'a line': (root) => writeFile(join(root, 'a.txt'), text('one', 'two', '3', 'four', 'five')),
    'a new file in a new folder': async (root) => {
      await mkdir(join(root, 'b/c'), { recursive: true });
      await writeFile(join(root, 'b/c/ü d.txt'), 'x\n');
    },
    'a rename': (root) => rename(join(root, 'a.txt'), join(root, 'b.txt')),
    'a mode': (root) => chmod(join(root, 'a.txt'), 0o755),
    'a deletion': (root) => rm(join(root, 'a.txt')),
    'binary data': (root) => writeFile(join(root, 'data.bin'), Buffer.from([0, 255, 254, 1])),
    'CRLF lines': (root) => writeFile(join(root, 'crlf.txt'), 'one\r\n2\r\n'),
    'no line end at the end': (root) => writeFile(join(root, 'a.txt'), 'one\ntwo'),
    'a link inside': (root) => symlink('a.txt', join(root, 'link')),
  };
  for (const [name, change] of Object.entries(changes))
    it(`takes over ${name} exactly`, async () => {
      const root = await repository();
      const patch = await patchOf(root, () => change(root));
      await change(root);
      await plainGit(root, 'add', '--all');
      const wanted = await plainGit(root, 'write-tree');
      await plainGit(root, 'reset', '--quiet', '--hard');
      const parent = await plainGit(root, 'rev-parse', 'HEAD');
      const refs = await plainGit(root, 'for-each-ref');

      const tried = must(await openGit(root).tryPatch({ patch, parent, base: parent, threeWay: false }));
      assert.equal(tried.tree, wanted);
      assert.deepEqual([tried.refused, tried.merged], [[], false]);
      assert.equal(await plainGit(root, 'status', '--porcelain'), '');
      assert.equal(await plainGit(root, 'for-each-ref'), refs);
      assert.equal((await plainGit(root, 'worktree', 'list')).split('\n').length, 1);
    });

  it('is a conflict where it does not fit, and merged only where that is allowed', async () => {
    const root = await repository();
    const patch = await patchOf(root, () => changes['a line']!(root));
    const other = await patchOf(root, () => writeFile(join(root, 'a.txt'), text('one', 'two', 'drei', 'four', 'five')));
    await writeFile(join(root, 'a.txt'), text('zero', '1', 'two', 'three', 'four', 'five'));
    await plainGit(root, 'commit', '--quiet', '--all', '--message', 'Moved');
    await writeFile(join(root, 'a.txt'), text('1', 'two', 'three', 'four', '5'));
    await plainGit(root, 'commit', '--quiet', '--all', '--message', 'Around');
    const parent = await plainGit(root, 'rev-parse', 'HEAD');
    const git = openGit(root);
    const spec = { patch, parent, base: parent };
    assert.equal(codeOf(await git.tryPatch({ ...spec, threeWay: false })), 'patch.conflict');
    const merged = must(await git.tryPatch({ ...spec, threeWay: true }));
    assert.equal(merged.merged, true);
    assert.equal(await plainGit(root, 'show', `${merged.tree}:a.txt`), '1\ntwo\n3\nfour\n5');

    await writeFile(join(root, 'a.txt'), text('1', 'two', 'trois', 'four', '5'));
    await plainGit(root, 'commit', '--quiet', '--all', '--message', 'Clash');
    const clash = await plainGit(root, 'rev-parse', 'HEAD');
    for (const threeWay of [false, true])
      assert.equal(
        codeOf(await git.tryPatch({ patch: other, parent: clash, base: clash, threeWay })),
        'patch.conflict',
      );
    assert.equal(await plainGit(root, 'status', '--porcelain'), '');
  });

  it('starts no program that an attribute of the repository names', async () => {
    const root = await repository();
    const patch = await patchOf(root, () => changes['a line']!(root));
    await writeFile(join(root, '.gitattributes'), '*.txt merge=evil diff=evil\n');
    await writeFile(join(root, 'a.txt'), text('1', 'two', 'three', 'four', '5'));
    await plainGit(root, 'add', '.');
    await plainGit(root, 'commit', '--quiet', '--message', 'Around');
    const parent = await plainGit(root, 'rev-parse', 'HEAD');
    await mkdir(join(root, '.git/info'), { recursive: true });
    await writeFile(join(root, '.git/info/attributes'), '* merge=evil diff=evil\n');
    const mark = join(root, '..', 'ran');
    for (const key of ['merge.evil.driver', 'diff.evil.command', 'diff.evil.textconv', 'diff.external'])
      await plainGit(root, 'config', key, `touch '${mark}'; false`);
    await writeFile(join(root, '..', '.gitconfig'), `[merge "evil"]\n\tdriver = touch '${mark}'; false\n`);
    const git = openGit(root);
    for (const threeWay of [false, true]) {
      const tried = await git.tryPatch({ patch, parent, base: parent, threeWay });
      assert.deepEqual([codeOf(tried), existsSync(mark)], [threeWay ? 'ok' : 'patch.conflict', false]);
      if (tried.ok) assert.equal(await plainGit(root, 'show', `${tried.value.tree}:a.txt`), '1\ntwo\n3\nfour\n5');
    }
  });

  it('names links that leave the tree and repositories of their own', async () => {
    const root = await repository();
    const parent = await plainGit(root, 'rev-parse', 'HEAD');
    const out = await patchOf(root, () => symlink('../../outside', join(root, 'link')));
    const sub = [
      'diff --git a/sub b/sub',
      'new file mode 160000',
      `index ${'0'.repeat(40)}..${parent}`,
      '--- /dev/null',
      '+++ b/sub',
      '@@ -0,0 +1 @@',
      `+Subproject commit ${parent}`,
      '',
    ].join('\n');
    const git = openGit(root);
    for (const [patch, code] of [
      [out, 'capture.linkOutside'],
      [sub, 'capture.nestedRepository'],
    ] as const) {
      const tried = must(await git.tryPatch({ patch, parent, base: parent, threeWay: false }));
      assert.deepEqual(
        tried.refused.map((one) => one.why.code),
        [code],
      );
    }
  });

  const paths = ['../outside.txt', '/tmp/outside.txt', '.git/hooks/pre-commit', 'b/../../outside.txt', '.GIT/config'];
  for (const path of paths)
    it(`never writes to ${path}`, async () => {
      const root = await repository();
      const parent = await plainGit(root, 'rev-parse', 'HEAD');
      const patch = [
        `diff --git a/${path} b/${path}`,
        'new file mode 100644',
        '--- /dev/null',
        `+++ b/${path}`,
        '@@ -0,0 +1 @@',
        '+x',
        '',
      ].join('\n');
      const tried = await openGit(root).tryPatch({ patch, parent, base: parent, threeWay: true });
      if (tried.ok)
        assert.deepEqual(
          tried.value.roundFiles.map((file) => file.path),
          [],
        );
      else assert.ok(['patch.conflict', 'git.failed'].includes(tried.error.code), tried.error.code);
    });

  it('that is no patch is a conflict, not a crash', async () => {
    const root = await repository();
    const parent = await plainGit(root, 'rev-parse', 'HEAD');
    const spec = { parent, base: parent, threeWay: true };
    assert.equal(codeOf(await openGit(root).tryPatch({ ...spec, patch: 'hello\n' })), 'patch.conflict');
  });
});
