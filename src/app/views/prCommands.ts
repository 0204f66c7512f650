import type { Run } from '../../core/loop/types.ts';
import { shortRef } from './words.ts';

/** Quoted for a POSIX shell, since a person pastes this into one. */
const quote = (text: string): string =>
  /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** What a person runs to push the branch and to open a pull request; null before there is a commit. */
export const prCommands = (run: Run, remote: string): string | null => {
  if (run.change === null || run.base === null) return null;
  const title = quote(`${run.task.id} ${run.task.title}`);
  const base = quote(shortRef(run.base.ref));
  const branch = quote(run.branch);
  return [
    `git push ${quote(remote)} ${run.change.head}:refs/heads/${branch}`,
    `gh pr create --base ${base} --head ${branch} --title ${title} --body ''`,
    '',
  ].join('\n');
};
