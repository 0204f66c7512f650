import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCreationJournal } from '../../../src/adapters/git/creation.ts';
import { findFamily } from '../../../src/adapters/process/family.ts';
import { until } from '../../until.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, must, openGit, plainGit, testEnvironment } from './support.ts';

const worker = fileURLToPath(new URL('./createWorker.ts', import.meta.url));

describe('git: many processes, and crashes', () => {
  const folder = useTempFolder();
  const children: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    }
  });

  function start(
    root: string,
    path: string,
    branch: string,
    more: Readonly<Record<string, string>> = {},
  ): ChildProcess {
    const child = fork(worker, [root, path, branch], {
      env: { ...testEnvironment(folder()), ...more },
      execPath: process.execPath,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    children.push(child);
    return child;
  }
  const exists = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    );

  it('8 processes make 8 worktrees', async () => {
    const root = await buildState('plain', folder());
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const ends = names.map(async (name) => {
      const child = start(root, join(folder(), 'wt', name), `task/${name}`);
      const [message] = await once(child, 'message');
      await once(child, 'exit');
      return message;
    });
    assert.deepEqual(
      await Promise.all(ends),
      names.map(() => 'ok'),
    );
    assert.equal(must(await openGit(root).listWorktrees()).length, 9);
    assert.deepEqual(
      (await readdir(join(root, '.git/mam'))).filter((name) => name.startsWith('git.lock')),
      [],
    );
  });

  it('two calls for the same worktree both succeed', async () => {
    const root = await buildState('plain', folder());
    const { commit } = must(await openGit(root).resolveBase(null));
    const spec = { path: join(folder(), 'wt'), branch: 'task', commit };
    for (const made of await Promise.all([openGit(root).createWorktree(spec), openGit(root).createWorktree(spec)]))
      must(made);
  });

  /** A repository with enough files to be killed between them. */
  async function manyFiles(): Promise<string> {
    const root = await buildState('plain', folder());
    for (let index = 0; index < 40; index += 1) {
      await mkdir(join(root, `d${index}`));
      await Promise.all(
        Array.from({ length: 50 }, (_, file) => writeFile(join(root, `d${index}/f${file}`), `${index} ${file}\n`)),
      );
    }
    await plainGit(root, 'add', '-A');
    await plainGit(root, 'commit', '-qm', 'many');
    return root;
  }

  // Each point is seen from outside as soon as it is reached; the host is killed there, its git may go on for a while.
  const points: readonly (readonly [string, (path: string, root: string) => Promise<boolean>])[] = [
    [
      'the intent is written',
      async (_, root) => (await readdir(join(root, '.git/mam/creating')).catch(() => [])).length > 0,
    ],
    ['git has made its entry', (_, root) => exists(join(root, '.git/worktrees/wt'))],
    ['the .git file is there', (path) => exists(join(path, '.git'))],
    ['some files are there', (path) => exists(join(path, 'd0/f0'))],
    ['most files are there', (path) => exists(join(path, 'd30/f0'))],
  ];
  for (const [point, reached] of points) {
    it(`is finished by the next call after a SIGKILL when ${point}`, async () => {
      const root = await manyFiles();
      const path = join(folder(), 'wt');
      const child = start(root, path, 'task');
      await until(point, () => reached(path, root));
      child.kill('SIGKILL');
      await once(child, 'exit');

      const git = openGit(root);
      const { commit, tree } = must(await git.resolveBase(null));
      must(await git.createWorktree({ path, branch: 'task', commit }));
      assert.equal(must(await git.snapshotTree(path)), tree);
      assert.equal(await plainGit(path, 'status', '--porcelain'), '');
      assert.deepEqual(await readdir(join(root, '.git/mam/creating')), []);
      assert.deepEqual(await readdir(join(root, '.git/worktrees')), ['wt']);
      must(await git.createWorktree({ path, branch: 'task', commit }));
      await git.settled();
    });
  }

  it('ends the git that a killed host left running, before it works on the same worktree', async () => {
    const root = await buildState('plain', folder());
    const path = join(folder(), 'wt');
    // The first checkout hangs in its filter for ever, the second one doesn't.
    const hangs = join(folder(), 'hangs');
    await plainGit(root, 'config', 'filter.slow.smudge', `mkdir '${hangs}' 2>/dev/null && sleep 600; cat`);
    await writeFile(join(root, '.gitattributes'), 'slow filter=slow\n');
    await writeFile(join(root, 'slow'), 's\n');
    await plainGit(root, 'add', '-A');
    await plainGit(root, 'commit', '-qm', 'slow');
    const child = start(root, path, 'task');
    await until('the checkout hangs', () => exists(hangs));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const key = (await createCreationJournal(join(root, '.git/mam/creating')).read(path))?.key ?? '';
    assert.ok((await findFamily({ group: null, key })).length > 0, 'nothing was left running');

    const git = openGit(root);
    const { commit, tree } = must(await git.resolveBase(null));
    must(await git.createWorktree({ path, branch: 'task', commit }));
    assert.deepEqual(await findFamily({ group: null, key }), []);
    assert.equal(must(await git.snapshotTree(path)), tree);
    await git.settled();
  });

  it('never touches files that somebody put where a crash had left nothing of ours', async () => {
    const root = await buildState('plain', folder());
    const path = join(folder(), 'wt');
    const git = openGit(root);
    const { commit } = must(await git.resolveBase(null));
    must(await git.createWorktree({ path, branch: 'task', commit }));
    must(await git.removeWorktree(path, 'w', []));
    await mkdir(path);
    await writeFile(join(path, 'mine'), 'm');
    const again = await git.createWorktree({ path, branch: 'task', commit });
    assert.ok(!again.ok && again.error.code === 'worktree.occupied');
    assert.deepEqual(await readdir(path), ['mine']);
    await rm(join(path, 'mine'));
    must(await git.createWorktree({ path, branch: 'task', commit }));
    await git.settled();
  });
});
