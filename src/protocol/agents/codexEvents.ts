import * as z from 'zod';

const item = z.looseObject({ type: z.string() });

/** One line of `codex exec --json`, as far as MAM looks at it. Other types are kept as they came. */
export const codexEvent = z.union([
  z.looseObject({ type: z.literal('thread.started'), thread_id: z.string() }),
  z.looseObject({ type: z.literal('turn.started') }),
  z.looseObject({ type: z.enum(['item.started', 'item.updated', 'item.completed']), item }),
  z.looseObject({ type: z.literal('error'), message: z.string() }),
  /** Tokens are counted over the whole thread, resumed turns included. */
  z.looseObject({
    type: z.literal('turn.completed'),
    usage: z.looseObject({ input_tokens: z.number(), output_tokens: z.number() }).optional(),
  }),
  z.looseObject({ type: z.literal('turn.failed'), error: z.looseObject({ message: z.string() }) }),
]);

export const codexItem = z.union([
  z.looseObject({ type: z.literal('agent_message'), text: z.string() }),
  z.looseObject({ type: z.literal('reasoning'), text: z.string() }),
  z.looseObject({
    type: z.literal('command_execution'),
    command: z.string(),
    exit_code: z.number().nullish(),
    status: z.string().optional(),
  }),
  z.looseObject({
    type: z.literal('file_change'),
    changes: z.array(z.looseObject({ path: z.string(), kind: z.string().optional() })),
    status: z.string().optional(),
  }),
  z.looseObject({ type: z.literal('error'), message: z.string() }),
]);

export type CodexItem = z.infer<typeof codexItem>;
