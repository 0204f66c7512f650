import { problem, type Problem } from '../../base/problem.ts';
import { ownFolders, teamsFolder } from '../places.ts';

/** Tells the paths of a repository where MAM itself writes: what is there is nobody's work. */
export function isOwnPlace(controlRoot: string, worktrees: string): (path: string) => boolean {
  const below = worktrees.startsWith(`${controlRoot}/`) ? [worktrees.slice(controlRoot.length + 1)] : [];
  const folders = [...ownFolders, teamsFolder, ...below].map((folder) => folder.toLowerCase());
  return (path) =>
    folders.some((folder) => path.toLowerCase() === folder || path.toLowerCase().startsWith(`${folder}/`));
}

/** Files of a patch that lie where MAM itself writes, which no branch is to hold; null when there are none. */
export function ownPlaces(files: readonly string[], controlRoot: string, worktrees: string): Problem | null {
  const found = files.filter(isOwnPlace(controlRoot, worktrees));
  if (found.length === 0) return null;
  return problem(
    'apply.ownPlace',
    'The patch changes {files}, where MAM keeps its own files. Make it again without them.',
    { files: found.slice(0, 5).join(', ') },
  );
}

/** Files that change what git does with all others. */
export function gitFiles(files: readonly string[]): readonly Problem[] {
  const found = files.filter((path) => /(?:^|\/)(?:\.gitattributes|\.gitmodules)$/i.test(path));
  if (found.length === 0) return [];
  return [
    problem('apply.gitFiles', 'The patch changes {files}, which say what git does with other files. Look at them.', {
      files: found.slice(0, 5).join(', '),
    }),
  ];
}
