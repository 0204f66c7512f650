import * as z from 'zod';

/** One line of `cline --json`, as far as MAM looks at it. Other types are kept as they came. */
export const clineEvent = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('hook_event') }),
  z.looseObject({ type: z.literal('agent_event'), event: z.looseObject({ type: z.string() }) }),
  z.looseObject({
    type: z.literal('run_result'),
    finishReason: z.string(),
    text: z.string().nullish(),
    usage: z
      .looseObject({ inputTokens: z.number(), outputTokens: z.number(), totalCost: z.number().optional() })
      .optional(),
  }),
  z.looseObject({ type: z.literal('error'), message: z.string() }),
]);

export type ClineEvent = z.infer<typeof clineEvent>;
