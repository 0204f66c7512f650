import * as z from 'zod';

/** What the program of an agent's terminal is told, as its one argument. */
export const terminalRequest = z.object({
  id: z.string(),
  agent: z.string(),
  name: z.string(),
  cwd: z.string(),
  /** File that says how the terminal stands. One that is there already: the editor brought the terminal back without its agent. */
  note: z.string(),
  /** The agent with its arguments. */
  argv: z.tuple([z.string()], z.string()),
  /** Names of the variables that agent and shell get, whatever the editor and its extensions put beside them. */
  variables: z.array(z.string()),
  /**
   * File with those variables that an editor must not keep, which the terminal's process removes. One that an editor
   * brings back has none any more. Requests from before there was this have none.
   */
  hidden: z.string().optional(),
  /** What takes over when the agent has ended. */
  shell: z.string(),
  /** Sentences for the terminal, in the language of the editor. `{code}` and `{reason}` stand for what only shows then. */
  words: z.object({ ended: z.string(), failed: z.string(), again: z.string() }),
  /** It is the place of an agent session, which MAM follows; a person opened the others. */
  session: z.literal(true).optional(),
});

/** How an agent's terminal stands, written by its program: it outlives the window, and the next one reads it. */
export const terminalNote = z.object({
  id: z.string(),
  agent: z.string(),
  name: z.string(),
  cwd: z.string(),
  openedAt: z.string(),
  /** The terminal's own process. Pid and start time together name one process even after a reboot. */
  pid: z.int(),
  startTime: z.string().nullable(),
  /** The agent runs, it has ended and a shell is there, or the terminal was closed. */
  state: z.enum(['agent', 'shell', 'closed']),
  since: z.string(),
  /** How the agent ended, once it has. Both are null where it could not be started, or is not known. */
  code: z.int().nullable(),
  signal: z.string().nullable(),
  session: z.literal(true).optional(),
  /** The agent's own process, once it was started. Notes from before there was this have none. */
  runs: z.object({ pid: z.int(), startTime: z.string().nullable() }).optional(),
  /** Why the agent could not be started. */
  failed: z.string().optional(),
});

export type TerminalRequest = z.infer<typeof terminalRequest>;
export type TerminalNoteFile = z.infer<typeof terminalNote>;

/** What `hidden` holds. */
export const hiddenVariables = z.record(z.string(), z.string());
