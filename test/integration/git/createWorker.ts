// Makes one worktree in a process of its own and tells how it went: `node createWorker.ts ROOT PATH BRANCH`.
import { createGit } from '../../../src/adapters/git/createGit.ts';
import { runProcess } from '../../../src/adapters/process/run.ts';
import { codeOf } from './support.ts';

const [root = '', path = '', branch = ''] = process.argv.slice(2);
const git = createGit({ folder: root, env: process.env, run: runProcess });
const base = await git.resolveBase(null);
const made = base.ok ? await git.createWorktree({ path, branch, commit: base.value.commit }) : base;
await git.settled();
process.send?.(codeOf(made), () => process.disconnect());
