import { problem, type Problem } from '../../base/problem.ts';

export const notKept = (path: string, reason: string): Problem =>
  problem(
    'worktree.notKept',
    'What only {path} holds could not be copied, so it stays as it is: {reason}. Mend that, then try again.',
    { path, reason },
  );

export const noManifest = (name: string, folder: string): Problem =>
  problem(
    'rescue.unreadable',
    'What was kept as {name} can’t be put back by itself, since the list of its files can’t be read. They are in {folder}, and its commit is refs/mam/rescue/{name}: take what you need from both.',
    { name, folder },
  );

export const noArchive = (name: string): Problem =>
  problem(
    'rescue.noFiles',
    'The files of {name} are not there any more. Its commit is: git show refs/mam/rescue/{name}.',
    {
      name,
    },
  );

export const notPutBack = (name: string, path: string, reason: string): Problem =>
  problem(
    'rescue.notPutBack',
    'Not all of {name} could be put back into {path}: {reason}. The copy is as it was: mend that, then restore it once more.',
    { name, path, reason },
  );
