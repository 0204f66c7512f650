import { commandLine } from '../../base/shellWord.ts';
import type { Run } from '../../core/loop/types.ts';
import { shortRef } from './words.ts';

/** What a person runs to push the branch and to open a pull request; null before there is a commit. */
export const prCommands = (run: Run, remote: string): string | null => {
  if (run.change === null || run.base === null) return null;
  const base = shortRef(run.base.ref);
  const title = `${run.task.id} ${run.task.title}`;
  return [
    commandLine(['git', 'push', remote, `${run.change.head}:refs/heads/${run.branch}`]),
    commandLine(['gh', 'pr', 'create', '--base', base, '--head', run.branch, '--title', title, '--body', '']),
    '',
  ].join('\n');
};
