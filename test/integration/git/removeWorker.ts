// Removes one worktree in a process of its own, which kills itself before git does WORD for the Nth time: `node removeWorker.ts ROOT PATH WORD N`.
import { createGit } from '../../../src/adapters/git/createGit.ts';
import { runProcess } from '../../../src/adapters/process/run.ts';
import { codeOf } from './support.ts';

const [root = '', path = '', word = '', last = ''] = process.argv.slice(2);
let started = 0;
const git = createGit({
  folder: root,
  env: process.env,
  run: (spec, signal) => {
    if (spec.argv.includes(word)) started += 1;
    if (started === Number(last)) process.kill(process.pid, 'SIGKILL');
    return runProcess(spec, signal);
  },
});
const removed = await git.removeWholeWorktree(path, 'w-1');
await git.settled();
process.send?.(codeOf(removed), () => process.disconnect());
