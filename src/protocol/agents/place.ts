import * as z from 'zod';

/** What the program of a session's place is told, in a file that it removes: the environment holds tokens. */
const placeRequest = z.object({
  id: z.string(),
  argv: z.tuple([z.string()], z.string()),
  cwd: z.string(),
  env: z.record(z.string(), z.string()),
  /** Marks what the agent starts, in its environment. */
  key: z.string(),
  /** What takes over when the agent has ended. */
  shell: z.string(),
  /** The note that it keeps; one that is there already says that the session was started before. */
  note: z.string(),
  /** Said once the agent has ended. `{code}` stands for its code or signal. */
  ended: z.string(),
});

const placeProcess = z.object({ pid: z.int(), startTime: z.string().nullable() });

/** How the place of a session stands, written by its program: it outlives every host. */
export const placeNote = z.object({
  id: z.string(),
  key: z.string(),
  /** The program itself. */
  keeper: placeProcess,
  /** Null before the agent was started, or when it could not be. */
  agent: placeProcess.nullable(),
  state: z.enum(['starting', 'agent', 'shell', 'failed', 'closed']),
  code: z.int().nullable(),
  signal: z.string().nullable(),
  /** Why it could not be started. */
  reason: z.string().nullable(),
  since: z.string(),
});

export type PlaceRequest = z.infer<typeof placeRequest>;
export type PlaceNote = z.infer<typeof placeNote>;
