import type { Problem } from '../../base/problem.ts';
import { problem } from '../../base/problem.ts';
import { ProblemError } from '../../base/problemError.ts';

/** An expected failure on its way out of a transaction, or out of a call whose port promises a plain value. */
export class StoreError extends ProblemError {
  override readonly name = 'StoreError';
}

/** SQLite's primary result codes that we tell apart: https://sqlite.org/rescode.html */
const codes = { busy: 5, locked: 6, readOnly: 8, ioError: 10, corrupt: 11, full: 13, cantOpen: 14, notADatabase: 26 };
/** Extended: the file was moved, deleted or replaced while it was open. */
const readOnlyMoved = 1032;

export const isBusy = (error: unknown): boolean => {
  const code = primaryCode(error);
  return code === codes.busy || code === codes.locked;
};

/** What an error of SQLite or of the file system means for a person; null for anything else, which is a bug. */
export function storeProblem(error: unknown, path: string): Problem | null {
  if (error instanceof StoreError) return error.problem;
  if (extendedCode(error) === readOnlyMoved) return replaced(path);
  const reason = error instanceof Error ? error.message : '';
  switch (primaryCode(error)) {
    case codes.busy:
    case codes.locked:
      return busy(path);
    case codes.full:
      return full(path);
    case codes.readOnly:
      return readOnly(path);
    case codes.corrupt:
    case codes.notADatabase:
      return damaged(path, reason);
    case codes.ioError:
    case codes.cantOpen:
      return unreadable(path, reason);
    default:
      return fileProblem(error, path);
  }
}

function fileProblem(error: unknown, path: string): Problem | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOSPC' || code === 'EDQUOT') return full(path);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return readOnly(path);
  const unusable = ['EIO', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ELOOP', 'ENOENT', 'ENAMETOOLONG'];
  return typeof code === 'string' && unusable.includes(code) ? unreadable(path, code) : null;
}

const extendedCode = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null;

function primaryCode(error: unknown): number | null {
  const code = extendedCode(error);
  return code === null ? null : code & 0xff;
}

const busy = (path: string): Problem =>
  problem('store.busy', 'Another program keeps the log {path} locked. End it, or try again.', { path });

export const full = (path: string): Problem =>
  problem(
    'store.full',
    'The disk that holds the log {path} is full. Nothing was recorded; free some space and try again.',
    {
      path,
    },
  );

const readOnly = (path: string): Problem =>
  problem('store.readOnly', 'The log {path} can’t be written. Make its folder writable for your user.', { path });

export const damaged = (path: string, reason: string): Problem =>
  problem(
    'store.damaged',
    'The log {path} is damaged ({reason}). Nothing was changed; restore a copy from the “backups” folder beside it.',
    { path, reason },
  );

const unreadable = (path: string, reason: string): Problem =>
  problem('store.unreadable', 'The log {path} can’t be read ({reason}). Check the disk and the folder’s permissions.', {
    path,
    reason,
  });

export const replaced = (path: string): Problem =>
  problem(
    'store.replaced',
    'The log {path} was moved, deleted or replaced while MAM had it open. Open the repository again to read what is there now.',
    { path },
  );

export const closed = (path: string): Problem =>
  problem('store.closed', 'The log {path} is closed: this MAM process is ending.', { path });

/** `read` is the newest event that this process has seen. */
export const rewound = (path: string, read: number): Problem =>
  problem(
    'store.rewound',
    'The log {path} is shorter than it was: event {read} is gone. Open the repository again to read what is there now.',
    { path, read },
  );

export const fenced = (epoch: number): Problem =>
  problem(
    'store.fenced',
    'Another MAM process has taken over the work of this one (epoch {epoch}); nothing was recorded.',
    {
      epoch,
    },
  );
