import * as z from 'zod';

/** A command that a person defines as an agent. Arguments are given as they are, without a shell. */
const customAgent = z.strictObject({
  id: z.string().regex(/^(?!auto$)[a-z][a-z0-9-]{0,39}$/),
  name: z.string().min(1).max(60).optional(),
  /** Agents of one family share a model vendor; a family of its own unless said. */
  family: z.string().min(1).max(60).optional(),
  /** Program and arguments, in which `{brief}`, `{cwd}` and `{lastMessage}` stand for paths. Without `{brief}` the brief comes on stdin. */
  argv: z.array(z.string().min(1)).min(1),
  /** For lanes that write, where they need other arguments. */
  writeArgv: z.array(z.string().min(1)).min(1).optional(),
  /** Arguments after the program with which it opens its own screen in a terminal; without them it is offered none. */
  terminalArgs: z.array(z.string().min(1)).optional(),
  /** `text`: everything on stdout is the report. `jsonl`: one object a line, as docs/agents.md says. */
  output: z.enum(['text', 'jsonl']).default('text'),
  /** Names of variables that it gets from the environment; `X_*` stands for a prefix. */
  env: z.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*\*?$/)).default([]),
});

export const customAgents = z.array(customAgent).refine((all) => new Set(all.map(({ id }) => id)).size === all.length);

export type CustomAgent = z.infer<typeof customAgent>;
