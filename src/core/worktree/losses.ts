import { problem, type Problem } from '../../base/problem.ts';
import type { SubmoduleSight, WorktreeSight } from './types.ts';

/** What would be gone with the worktree. */
export function losses(sight: WorktreeSight): readonly Problem[] {
  const { path, counts, lost, submodules, changed, untracked, ignored, specials } = sight;
  const found: Problem[] = [];
  const files = counts.changed + counts.untracked;
  if (files > 0)
    found.push(
      problem(
        'worktree.dirty',
        '{path} holds {count} changed or new files that are in no commit: {files}. Commit them, or add --rescue to keep a copy.',
        { path, count: files, files: some([...changed, ...untracked], files) },
      ),
    );
  if (counts.ignored > 0)
    found.push(
      problem(
        'worktree.ignoredFiles',
        '{path} holds ignored files that are nowhere else: {files}. Move what you need, or add --rescue to keep a copy.',
        { path, files: some(ignored, counts.ignored) },
      ),
    );
  if (lost > 0) found.push(lostCommits(path, lost));
  if (specials.length > 0)
    found.push(
      problem(
        'worktree.specialFiles',
        '{path} holds sockets or pipes of programs, which no copy can hold: {files}. End those programs and delete them, or add --rescue to go on without them.',
        { path, files: some(specials, specials.length) },
      ),
    );
  return [...found, ...submodules.filter(({ changed: dirty, unpushed }) => dirty || unpushed > 0).map(ofSubmodule)];
}

const lostCommits = (path: string, count: number): Problem =>
  count === 1
    ? problem(
        'worktree.lostCommits',
        '{path} is on no branch and holds 1 commit that nothing else refers to. Make a branch of it, or add --rescue.',
        { path },
      )
    : problem(
        'worktree.lostCommits',
        '{path} is on no branch and holds {count} {count|commit|commits} that nothing else refers to. Make a branch of them, or add --rescue.',
        { path, count },
      );

function ofSubmodule({ path, unpushed: count }: SubmoduleSight): Problem {
  if (count === 0)
    return problem(
      'worktree.submoduleWork',
      'The submodule {path} holds changes. Commit and push them, or add --rescue. Never use git worktree remove --force: it deletes them.',
      { path },
    );
  return count === 1
    ? problem(
        'worktree.submoduleWork',
        'The submodule {path} holds 1 commit that is on no remote. Push it, or add --rescue. Never use git worktree remove --force: it deletes it.',
        { path },
      )
    : problem(
        'worktree.submoduleWork',
        'The submodule {path} holds {count} {count|commit that is|commits that are} on no remote. Push them, or add --rescue. Never use git worktree remove --force: it deletes them.',
        { path, count },
      );
}

const some = (names: readonly string[], count: number): string =>
  `${names.slice(0, 5).join(', ')}${count > 5 ? ' …' : ''}`;
