import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, codeOf, must, openGit, plainGit } from './support.ts';

describe('git: setting a worktree up', () => {
  const folder = useTempFolder();
  const prepare = async (state: string, before: (repo: string) => Promise<unknown> = async () => undefined) => {
    const repo = await buildState(state, folder());
    await before(repo);
    // As a person allows it to try things out; MAM does not.
    await writeFile(join(folder(), '.gitconfig'), '[protocol "file"]\n\tallow = always\n');
    const git = openGit(repo, { env: { PATH: process.env['PATH'], HOME: folder() } });
    const path = join(folder(), 'wt');
    must(await git.createWorktree({ path, branch: 'w', commit: must(await git.resolveBase(null)).commit }));
    return { repo, git, path };
  };
  const nothing = { links: [], submodules: false };

  it('links what the main checkout has, has git ignore it everywhere, and writes over nothing', async () => {
    const { repo, git, path } = await prepare('plain');
    await mkdir(join(repo, '.venv/bin'), { recursive: true });
    await mkdir(join(repo, 'own'));
    await writeFile(join(path, 'own'), 'mine\n');
    await symlink(folder(), join(path, 'out'));
    await mkdir(join(repo, 'out/deps'), { recursive: true });
    const spec = { path, links: ['.venv', 'own', 'nowhere', 'out/deps'], submodules: false };
    const first = must(await git.setUpWorktree(spec));
    assert.deepEqual([first.linked, first.kept], [['.venv'], ['own', 'out/deps']]);
    assert.equal(await readlink(join(path, '.venv')), join(repo, '.venv'));
    assert.equal(existsSync(join(folder(), 'deps')), false, 'a link led out of the worktree');
    const exclude = await readFile(join(repo, '.git/info/exclude'), 'utf8');
    assert.match(exclude, /^\/\.venv\n\.pytest_cache\/\n/m);
    assert.doesNotMatch(await plainGit(path, 'status', '--porcelain'), /venv/);
    assert.deepEqual(must(await git.setUpWorktree(spec)).linked, []);
    assert.equal(await readFile(join(repo, '.git/info/exclude'), 'utf8'), exclude);
  });

  it('copies what .worktreeinclude names and git ignores, any name, links as links, and never over anything', async () => {
    const odd = Buffer.from([0x63, 0xff, 0x2e, 0x6b, 0x65, 0x79]);
    const { repo, git, path } = await prepare('plain', async (root) => {
      await writeFile(join(root, '.gitignore'), '.env*\n.mam.env\nsecret/\n*.key\n');
      await plainGit(root, 'add', '-A');
      await plainGit(root, 'commit', '-qm', 'ignore');
      await writeFile(join(root, '.worktreeinclude'), '.env*\n!.env.not\n.mam.env\nsecret/\n*.key\na.txt\nnotes\n');
    });
    await writeFile(join(repo, '.env'), 'KEY=1\n');
    await chmod(join(repo, '.env'), 0o600);
    for (const name of ['.env.local', '.env.not', '.mam.env', 'notes', 'ü n\n.key'])
      await writeFile(join(repo, name), `${name}\n`);
    await writeFile(Buffer.concat([Buffer.from(`${repo}/`), odd]), 'bytes\n');
    await mkdir(join(repo, 'secret/deep'), { recursive: true });
    await writeFile(join(repo, 'secret/deep/f'), 'f\n');
    await symlink('/etc', join(repo, 'secret/out'));
    await writeFile(join(path, '.env.local'), 'mine\n');
    const { copied, kept } = must(await git.setUpWorktree({ path, ...nothing }));
    assert.deepEqual(
      copied.filter((name) => !name.includes('\ufffd')).toSorted(),
      ['.env', 'secret/deep/f', 'secret/out', 'ü n\n.key'].toSorted(),
    );
    assert.deepEqual(kept, ['.env.local']);
    assert.equal((await stat(join(path, '.env'))).mode & 0o777, 0o600);
    assert.equal(await readFile(join(path, '.env.local'), 'utf8'), 'mine\n');
    assert.equal(await readlink(join(path, 'secret/out')), '/etc');
    assert.ok((await readdir(Buffer.from(path), 'buffer')).some((name) => name.equals(odd)));
    assert.equal(existsSync(join(path, '.mam.env')), false, 'there is one of the control plane');
    assert.equal(existsSync(join(path, 'notes')), false, 'what git does not ignore is a person’s to commit');
    // What was copied needs no rescue.
    assert.deepEqual([...must(await git.lookAtWorktree(path)).ignored], ['.env.local']);
  });

  it('makes no folder outside through a link of the commit', async () => {
    const { repo, git, path } = await prepare('plain', async (root) => {
      await writeFile(join(root, '.worktreeinclude'), '*.key\n');
      await writeFile(join(root, '.git/info/exclude'), '*.key\n');
    });
    await mkdir(join(folder(), 'outside'));
    await symlink(join(folder(), 'outside'), join(path, 'out'));
    await writeFile(join(path, 'file'), 'mine\n');
    for (const name of ['out/linked/deps', 'out/copied', 'file/below'])
      await mkdir(join(repo, name), { recursive: true });
    await writeFile(join(repo, 'out/copied/a.key'), 'a\n');
    await writeFile(join(repo, 'file/below/b.key'), 'b\n');
    const done = must(await git.setUpWorktree({ path, links: ['out/linked/deps'], submodules: false }));
    assert.deepEqual([done.linked, done.copied, done.kept.length], [[], [], 3]);
    assert.deepEqual(await readdir(join(folder(), 'outside')), []);
  });

  it('copies nothing of other worktrees and of MAM’s own folders', async () => {
    const { repo, git, path } = await prepare('plain', async (root) => {
      await writeFile(join(root, '.worktreeinclude'), '.env\n');
      await writeFile(join(root, '.git/info/exclude'), '.env\n/.claude/\n/.mam/\n');
    });
    const at = (name: string): string => join(repo, name);
    for (const name of ['listed', 'orphan', 'broken'])
      await plainGit(repo, 'worktree', 'add', '-q', '--detach', at(`.claude/worktrees/${name}`));
    await rm(at('.claude/worktrees/broken/.git'));
    await rm(at('.git/worktrees/orphan'), { recursive: true });
    const others = ['.claude/worktrees/listed', '.claude/worktrees/orphan', '.claude/worktrees/broken', '.mam/jobs/j'];
    for (const name of [...others, 'own/deep']) {
      await mkdir(at(name), { recursive: true });
      await writeFile(at(`${name}/.env`), `${name}\n`);
    }
    const { copied } = must(await git.setUpWorktree({ path, ...nothing }));
    assert.deepEqual(copied, ['own/deep/.env']);
    assert.deepEqual([existsSync(join(path, '.claude')), existsSync(join(path, '.mam'))], [false, false]);
  });

  it('fills submodules only where that is wanted', async () => {
    const { git, path } = await prepare('submodule');
    must(await git.setUpWorktree({ path, ...nothing }));
    assert.deepEqual(await readdir(join(path, 'vendor/lib')), []);
    must(await git.setUpWorktree({ path, links: [], submodules: true }));
    assert.ok(existsSync(join(path, 'vendor/lib/a.txt')));
  });

  it('takes submodules back that could not be filled: repositories, files and shared settings', async () => {
    const { repo, git, path } = await prepare('submodule');
    await plainGit(repo, 'config', '--remove-section', 'submodule.vendor/lib');
    await rename(join(folder(), 'lib'), join(folder(), 'elsewhere'));
    const config = await readFile(join(repo, '.git/config'), 'utf8');
    const failed = await git.setUpWorktree({ path, links: [], submodules: true });
    assert.equal(codeOf(failed), 'worktree.submodulesFailed');
    assert.equal((await readFile(join(repo, '.git/config'), 'utf8')).trim(), config.trim());
    assert.equal(existsSync(join(repo, '.git/worktrees/wt/modules')), false);
    assert.deepEqual(await readdir(join(path, 'vendor/lib')), []);
    assert.equal(await plainGit(path, 'status', '--porcelain'), '');
    // Git itself removes it again without --force.
    await plainGit(repo, 'worktree', 'remove', path);
  });
});
