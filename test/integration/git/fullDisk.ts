// Makes a worktree on the small disk at the given folder, of a repository beside it with a file that does not fit, and
// prints what came of it and what is left; then again once there is room.
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openGit, plainGit } from './support.ts';

const [, , disk, commit] = process.argv;
if (!disk || !commit) throw new Error('usage: fullDisk.ts <disk> <commit>');

const repo = join(dirname(disk), 'repo');
const git = openGit(repo);
const made = await git.createWorktree({ path: join(disk, 'wt'), branch: 'large', commit });
await git.settled();
const left = {
  folder: await readdir(disk),
  branch: await plainGit(repo, 'branch', '--list', 'large'),
  listed: (await plainGit(repo, 'worktree', 'list')).split('\n').length,
};
const small = await git.createWorktree({
  path: join(disk, 'wt'),
  branch: 'large',
  commit: await plainGit(repo, 'rev-parse', `${commit}~1`),
});
process.stdout.write(JSON.stringify({ code: made.ok ? 'ok' : made.error.code, left, small: small.ok }));
