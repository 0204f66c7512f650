import * as z from 'zod';

/** One line of `gemini --output-format stream-json`, as far as MAM looks at it. Other types are kept as they came. */
export const geminiEvent = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('init') }),
  /** What the agent says comes in pieces, marked by `delta`. */
  z.looseObject({
    type: z.literal('message'),
    role: z.string(),
    content: z.string(),
    delta: z.boolean().optional(),
  }),
  z.looseObject({
    type: z.literal('tool_use'),
    tool_name: z.string(),
    parameters: z.record(z.string(), z.unknown()).default({}),
  }),
  z.looseObject({
    type: z.literal('tool_result'),
    status: z.string(),
    error: z.looseObject({ message: z.string() }).optional(),
  }),
  z.looseObject({ type: z.literal('error'), message: z.string() }),
  z.looseObject({
    type: z.literal('result'),
    status: z.string(),
    error: z.looseObject({ message: z.string() }).optional(),
    stats: z.looseObject({ input_tokens: z.number(), output_tokens: z.number() }).optional(),
  }),
]);

export type GeminiEvent = z.infer<typeof geminiEvent>;
