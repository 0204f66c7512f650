import * as z from 'zod';

/** The notification by which a client tells the language server how the tasks stand; each replaces the one before. */
export const stateMethod = 'mam/state';

/** The command behind the lens over a task; its argument is the task's id. */
export const startLoopCommand = 'mam.startLoop';

const liveTask = z.object({
  id: z.string(),
  /** How it stands, as the queue view says it. */
  words: z.string(),
  /** What its gate misses, one sentence each. */
  missing: z.array(z.string()).default([]),
  /** Whether a loop could take it now. */
  startable: z.boolean(),
});

const languageState = z.object({
  /** Absolute folder of the checkout whose queue the tasks are of; null while nothing works on any. */
  root: z.string().nullable().default(null),
  /** The tasks that MAM works or worked on; of the others the file says everything. */
  tasks: z.array(liveTask).default([]),
  /** Names of the seats of the present topology. */
  roles: z.array(z.string()).default([]),
});
export type LanguageState = z.infer<typeof languageState>;

export const noState: LanguageState = { root: null, tasks: [], roles: [] };

/** Another client may send anything. */
export const readLanguageState = (value: unknown): LanguageState => languageState.catch(noState).parse(value);
