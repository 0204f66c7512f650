/** The notification by which a client tells the language server how the tasks stand; each replaces the one before. */
export const stateMethod = 'mam/state';

/** The command behind the lens over a task; its argument is the task's id. */
export const startLoopCommand = 'mam.startLoop';

interface LiveTask {
  readonly id: string;
  /** How it stands, as the queue view says it. */
  readonly words: string;
  /** What its gate misses, one sentence each. */
  readonly missing: readonly string[];
  /** Whether a loop could take it now. */
  readonly startable: boolean;
}

/** What a client tells: it sends this, and so needs none of the schema that reads it. */
export interface LanguageState {
  /** Absolute folder of the checkout whose queue the tasks are of; null while nothing works on any. */
  readonly root: string | null;
  /** The tasks that MAM works or worked on; of the others the file says everything. */
  readonly tasks: readonly LiveTask[];
  /** Names of the seats of the present topology. */
  readonly roles: readonly string[];
}

export const noState: LanguageState = { root: null, tasks: [], roles: [] };
