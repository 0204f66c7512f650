import type { Problem } from '../base/problem.ts';
import { ProblemError } from '../base/problemError.ts';
import type { EventStore } from './ports/eventStore.ts';

/** Failures that pass by themselves, or that another process has every right to cause. */
const passing: ReadonlySet<string> = new Set(['store.busy', 'store.fenced', 'store.closed']);
/** Failures that end when a person makes room or gives leave; the log itself is as it was. */
const mendable: ReadonlySet<string> = new Set(['store.full', 'store.readOnly']);

/** Whether the log can't be read or written at present, so that nothing that happens can be recorded. */
export const isLogTrouble = (problem: Problem): boolean =>
  problem.code.startsWith('store.') && !passing.has(problem.code);

/** Whether this process will never see again the log that it opened; only opening the repository again helps. */
const isLogLost = (problem: Problem): boolean => isLogTrouble(problem) && !mendable.has(problem.code);

export interface WatchedLog {
  /** The same store; what fails in it is noticed whoever called it. */
  readonly store: EventStore;
  /** Why nothing can be recorded here, or null. */
  readonly problem: Problem | null;
  /** Whether it stays so for this process. */
  readonly lost: boolean;
}

/** Watches a log for failures that end the work on it. `onChange` is told whenever there is another problem, or none any more. */
export function watchLog(store: EventStore, onChange: () => void): WatchedLog {
  let lost: Problem | null = null;
  /** Small writes may still fit on a full disk, so each kind of failure is ended only by a success of its own kind. */
  const failed: { append: Problem | null; other: Problem | null } = { append: null, other: null };
  const current = (): Problem | null => lost ?? failed.append ?? failed.other;

  const note = (kind: 'append' | 'other', problem: Problem | null): void => {
    if (problem && !isLogTrouble(problem)) return;
    const before = current();
    if (problem && isLogLost(problem)) lost ??= problem;
    failed[kind] = problem;
    if (current()?.code !== before?.code) onChange();
  };
  const watching = async <T>(task: Promise<T>, proves = false): Promise<T> => {
    try {
      const value = await task;
      if (proves) note('other', null);
      return value;
    } catch (error) {
      if (error instanceof ProblemError) note('other', error.problem);
      throw error;
    }
  };

  const { ownership } = store;
  return {
    store: {
      ...store,
      transact: async (since, decide, fence) => {
        const done = await watching(store.transact(since, decide, fence));
        if (!done.ok) note('append', done.error);
        else if (done.value.appended.length > 0) note('append', null);
        return done;
      },
      read: async (since, limit) => {
        const found = await watching(store.read(since, limit));
        if (!found.ok) note('other', found.error);
        return found;
      },
      awake: (add) => watching(store.awake(add), true),
      putBlob: (text) => watching(store.putBlob(text)),
      getBlob: (digest) => watching(store.getBlob(digest)),
      ownership: {
        acquire: () => watching(ownership.acquire()),
        beat: () => watching(ownership.beat()),
        release: () => watching(ownership.release()),
        current: () => watching(ownership.current()),
      },
    },
    get problem() {
      return current();
    },
    get lost() {
      return lost !== null;
    },
  };
}
