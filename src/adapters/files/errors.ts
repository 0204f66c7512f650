import type { Problem } from '../../base/problem.ts';
import { problem } from '../../base/problem.ts';

/** Whether an error of the file system has one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean => codes.includes(codeOf(error) ?? '');

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** What a failure means for a person; null when it is none of the file system, which is a bug. */
export function fileProblem(error: unknown, path: string): Problem | null {
  const code = codeOf(error);
  if (code === null || !/^E[A-Z0-9]+$/.test(code)) return null;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return problem('files.full', 'The disk is full: {path} was left as it was. Free some space and try again.', {
        path,
      });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return problem('files.denied', '{path} can’t be read or written by your user. Change its permissions.', { path });
    case 'ENOENT':
      return problem('files.missing', '{path} does not exist.', { path });
    default:
      return problem(
        'files.failed',
        '{path} can’t be read or written ({code}). Check the disk and what is at that path.',
        { path, code },
      );
  }
}

export const linkProblem = (path: string): Problem =>
  problem(
    'files.link',
    '{path} is reached through a link that leads out of its folder. Remove the link; MAM doesn’t write through it.',
    {
      path,
    },
  );

export const existsProblem = (path: string): Problem =>
  problem('files.exists', '{path} exists already and is not replaced. Move it away first.', { path });

export const notFileProblem = (path: string): Problem =>
  problem('files.notFile', '{path} can’t be read: it is a folder, a pipe or a device. Put a text file there.', {
    path,
  });

export const notTextProblem = (path: string): Problem =>
  problem('files.notText', '{path} can’t be read: it is no UTF-8 text. Save it as UTF-8.', { path });
