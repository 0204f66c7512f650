import assert from 'node:assert/strict';
import { join } from 'node:path';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, codeOf, must, openGit, plainGit } from './support.ts';

describe('git: the control root of a bare repository', () => {
  const folder = useTempFolder();
  const rootOf = async (path: string) => {
    const facts = await openGit(join(folder(), path)).facts();
    return facts.ok ? facts.value.controlRoot : codeOf(facts);
  };
  const bare = (name: string): Promise<string> =>
    plainGit(folder(), 'clone', '-q', '--bare', join(folder(), 'repo'), join(folder(), name));
  const addWorktree = (name: string, path: string): Promise<string> =>
    plainGit(join(folder(), name), 'worktree', 'add', '-q', '--detach', join(folder(), path));

  it('is never the folder that the repository happens to lie in', async () => {
    await buildState('plain', folder());
    await bare('x/v.git');
    assert.equal(await rootOf('x/v.git'), 'repo.bare');
    await addWorktree('x/v.git', 'elsewhere');
    assert.equal(await rootOf('x/v.git'), 'repo.bare', 'a worktree outside of that folder');
    assert.equal(await rootOf('elsewhere'), 'repo.bare', 'and from there');
    await addWorktree('x/v.git', 'x/here');
    assert.deepEqual([await rootOf('x/v.git'), await rootOf('x/here')], [join(folder(), 'x'), join(folder(), 'x')]);
  });

  it('is never shared with another repository', async () => {
    await buildState('plain', folder());
    await bare('x/a.git');
    await addWorktree('x/a.git', 'x/a');
    await bare('x/b.git');
    await addWorktree('x/b.git', 'x/b');
    for (const path of ['x/a.git', 'x/a', 'x/b.git', 'x/b']) assert.equal(await rootOf(path), 'repo.bareShared', path);
    await bare('repo/c.git');
    await addWorktree('repo/c.git', 'repo/c');
    assert.equal(await rootOf('repo/c'), 'repo.bareShared', 'inside of a checkout');
    assert.equal(must(await openGit(join(folder(), 'repo')).facts()).controlRoot, join(folder(), 'repo'));
  });
});
