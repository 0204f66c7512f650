import assert from 'node:assert/strict';
import { join } from 'node:path';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, codeOf, must, openGit, plainGit } from './support.ts';

describe('git: base and branch names', () => {
  const folder = useTempFolder();

  it('prefers the setting, the local branch over the remote one, and never a branch that nobody has', async () => {
    const root = await buildState('default_master', folder());
    await plainGit(root, 'branch', 'other');
    await plainGit(root, 'tag', '-a', '-m', 't', 'v1');
    const git = openGit(root);
    const head = must(await git.resolveBase(null)).commit;
    const of = async (name: string) => must(await git.resolveBase(name));
    assert.deepEqual((await of('other')).ref, 'refs/heads/other');
    assert.deepEqual((await of('origin/master')).ref, 'refs/remotes/origin/master');
    assert.deepEqual(await of('v1'), { ...(await of('master')), ref: 'refs/tags/v1' });
    assert.deepEqual((await of(head.slice(0, 10))).ref, head);
    assert.deepEqual(must(await git.refs([head, 'HEAD', 'refs/remotes/origin/HEAD'])), {
      [head]: head,
      HEAD: head,
      'refs/remotes/origin/HEAD': head,
    });
    assert.equal(codeOf(await git.resolveBase('main')), 'git.baseMissing');
  });

  it('finds a base in a bare layout whose HEAD names no branch', async () => {
    await buildState('bare_layout', folder());
    const proj = join(folder(), 'proj');
    await plainGit(proj, 'symbolic-ref', 'HEAD', 'refs/heads/gone');
    assert.equal(must(await openGit(proj).resolveBase(null)).ref, 'refs/heads/main');
    await plainGit(proj, 'branch', 'x', 'main');
    await plainGit(join(proj, 'main'), 'checkout', '-q', '-b', 'y');
    await plainGit(proj, 'branch', '-D', 'main');
    assert.equal(codeOf(await openGit(proj).resolveBase(null)), 'git.noBase');
  });

  it('reads trees without replace refs', async () => {
    const root = await buildState('replaced', folder());
    const git = openGit(root);
    const base = must(await git.resolveBase(null));
    assert.equal(must(await git.readFileAt(base.commit, 'a.txt')), 'one\n');
    assert.equal(base.tree, await plainGit(root, '--no-replace-objects', 'rev-parse', 'HEAD^{tree}'));
  });

  it('lists remotes', async () => {
    const root = await buildState('two_remotes', folder());
    assert.deepEqual([...must(await openGit(root).remoteNames())].toSorted(), ['fork', 'origin']);
  });

  const names: readonly (readonly [string, string | undefined])[] = [
    ['été/тест', undefined],
    ['feat/😀', undefined],
    ['x'.repeat(200), undefined],
    ['x'.repeat(201), 'branch.tooLong'],
    ['ü'.repeat(101), 'branch.tooLong'],
    ['a b', 'branch.invalid'],
    ['x..y', 'branch.invalid'],
    ['end.lock', 'branch.invalid'],
    ['-dash', 'branch.invalid'],
    ['q@{1}', 'branch.invalid'],
    ['@{-1}', 'branch.invalid'],
    ['.hid', 'branch.invalid'],
    ['refs/heads/x', 'branch.invalid'],
    ['feature/x', 'branch.clash'],
    ['feature/x/y', 'branch.clash'],
    ['deep', 'branch.clash'],
    ['deep/other', undefined],
    ['features', undefined],
    ['feature', 'branch.exists'],
    ['main', 'branch.checkedOut'],
  ];
  it('judges branch names', async () => {
    const root = await buildState('branch_slash', folder());
    const git = openGit(root);
    for (const [name, code] of names) assert.equal((await git.branchProblem(name))?.code, code, name);
  });

  it('sees a branch that a rebase holds as in use', async () => {
    const root = await buildState('mid_rebase', folder());
    assert.equal((await openGit(root).branchProblem('f'))?.code, 'branch.checkedOut');
  });
});
