import * as z from 'zod';

/** One line of the rehearsal agent, and of a command of a person that prints one object a line. */
export const rehearsalEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), kind: z.string(), session: z.string() }),
  z.object({ type: z.literal('note'), text: z.string() }),
  z.object({ type: z.literal('message'), text: z.string() }),
  z.object({
    type: z.literal('done'),
    usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }).nullable().default(null),
  }),
  z.object({ type: z.literal('error'), message: z.string(), status: z.number().nullable().default(null) }),
]);

export type RehearsalEvent = z.infer<typeof rehearsalEvent>;
