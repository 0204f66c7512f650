import type { DatabaseSync } from 'node:sqlite';
import { KeyedQueue } from '../../base/keyedQueue.ts';
import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import { err, ok } from '../../base/result.ts';
import { createFileGuard } from './databaseFile.ts';
import { closed, StoreError, storeProblem } from './failures.ts';
import { inTransaction } from './transaction.ts';
import { whenFree } from './whenFree.ts';

/** The only way to the open database: in turn, never after the end, and never into a file that is gone. */
export interface Access {
  /** Rejects with a StoreError for an expected failure. */
  read<T>(task: () => T): Promise<T>;
  /** The same in one write transaction; the task may run again and must change nothing but the database. */
  write<T>(task: () => T): Promise<T>;
  /** No task starts after this. */
  end(): void;
}

export function createAccess(db: DatabaseSync, path: string, lockDeadlineMs?: number): Access {
  const queue = new KeyedQueue();
  const checkFile = createFileGuard(path);
  let ended = false;
  const run = <T>(task: () => T): Promise<T> =>
    queue.run('database', async () => {
      try {
        return await whenFree(() => {
          if (ended) throw new StoreError(closed(path));
          checkFile();
          return task();
        }, lockDeadlineMs);
      } catch (error) {
        throw named(error, path);
      }
    });
  return {
    read: run,
    write: (task) => run(() => inTransaction(db, task)),
    end() {
      ended = true;
    },
  };
}

/** A failure as a Result; what isn't an expected one is thrown on. */
export async function attempt<T>(task: () => Promise<T>, path: string): Promise<Result<T, Problem>> {
  try {
    return ok(await task());
  } catch (error) {
    const found = storeProblem(error, path);
    if (found === null) throw error;
    return err(found);
  }
}

/** The same error with its problem, or as it is when it is a bug. */
function named(error: unknown, path: string): unknown {
  const found = storeProblem(error, path);
  return found === null || error instanceof StoreError ? error : new StoreError(found, error);
}
