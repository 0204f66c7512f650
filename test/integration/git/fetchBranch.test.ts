import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, codeOf, must, openGit, plainGit } from './support.ts';

describe('fetching a base branch', () => {
  const folder = useTempFolder();
  const open = async () => {
    const root = await buildState('plain', folder());
    const remote = join(folder(), 'remote.git');
    await plainGit(root, 'clone', '-q', '--bare', '.', remote);
    await plainGit(root, 'remote', 'add', 'origin', remote);
    return { root, remote, git: openGit(root) };
  };
  const spec = { remote: 'origin', branch: 'main', timeoutMs: 20_000 };

  it('brings that branch alone up to date, and no tag', async () => {
    const { root, remote, git } = await open();
    const theirs = join(folder(), 'theirs');
    await plainGit(root, 'clone', '-q', remote, theirs);
    await plainGit(theirs, 'commit', '-q', '--allow-empty', '-m', 'theirs');
    await plainGit(theirs, 'tag', 'v1');
    await plainGit(theirs, 'push', '-q', 'origin', 'main', 'v1', 'main:other');
    const head = await plainGit(theirs, 'rev-parse', 'HEAD');
    assert.deepEqual(must(await git.fetchBranch(spec)), { commit: head });
    assert.equal(
      await plainGit(root, 'for-each-ref', '--format=%(refname)', 'refs/remotes', 'refs/tags'),
      'refs/remotes/origin/main',
    );
    assert.equal(existsSync(join(root, '.git/FETCH_HEAD')), false);
  });

  it('says what is not there, and starts no program that only the repository names', async () => {
    const { root, git } = await open();
    assert.equal(codeOf(await git.fetchBranch({ ...spec, branch: 'none' })), 'git.failed');
    assert.equal(codeOf(await git.fetchBranch({ ...spec, remote: 'none' })), 'git.failed');
    const trap = join(folder(), 'trap');
    const started = join(folder(), 'started');
    await writeFile(trap, `#!/bin/sh\ntouch '${started}'\nexit 1\n`, { mode: 0o755 });
    for (const name of ['core.sshCommand', 'core.askPass', 'remote.origin.uploadpack', 'core.gitProxy'])
      await plainGit(root, 'config', name, trap);
    await plainGit(root, 'config', 'credential.helper', `!${trap}`);
    must(await git.fetchBranch(spec));
    await plainGit(root, 'remote', 'set-url', 'origin', 'ssh://127.0.0.1:1/x.git');
    assert.equal(codeOf(await git.fetchBranch(spec)), 'git.failed');
    assert.equal(existsSync(started), false);
  });

  it('gives up in time where nobody answers', async () => {
    const { root, git } = await open();
    const held = new Set<Socket>();
    const silent = createServer((socket) => void held.add(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    try {
      await plainGit(root, 'remote', 'set-url', 'origin', `git://127.0.0.1:${port}/x.git`);
      assert.equal(codeOf(await git.fetchBranch({ ...spec, timeoutMs: 1500 })), 'git.timedOut');
    } finally {
      for (const socket of held) socket.destroy();
      silent.close();
    }
  });
});
