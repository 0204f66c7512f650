import * as z from 'zod';

const tokens = z.looseObject({ input: z.number(), output: z.number(), reasoning: z.number().default(0) });

/** One line of `opencode run --format json`, as far as MAM looks at it. Other types are kept as they came. */
export const opencodeEvent = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('step_start') }),
  z.looseObject({ type: z.literal('text'), part: z.looseObject({ text: z.string() }) }),
  z.looseObject({
    type: z.literal('tool_use'),
    part: z.looseObject({
      tool: z.string(),
      state: z.looseObject({
        status: z.string(),
        input: z.record(z.string(), z.unknown()).default({}),
        error: z.string().optional(),
      }),
    }),
  }),
  /** Each request to the model ends with one; only the turn's last gives `stop` as its reason. */
  z.looseObject({
    type: z.literal('step_finish'),
    part: z.looseObject({ reason: z.string(), tokens: tokens.optional(), cost: z.number().optional() }),
  }),
  z.looseObject({
    type: z.literal('error'),
    error: z.looseObject({
      name: z.string().default('error'),
      data: z.looseObject({ message: z.string().optional(), statusCode: z.number().optional() }).optional(),
    }),
  }),
]);

export type OpencodeEvent = z.infer<typeof opencodeEvent>;
