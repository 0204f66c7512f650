import * as z from 'zod';

/** What happens in a session of opencode, as far as MAM looks at it. */
export const opencodeHook = z.looseObject({
  sessionID: z.string().optional(),
  info: z.looseObject({ id: z.string(), parentID: z.string().nullish() }).optional(),
  status: z.looseObject({ type: z.string() }).optional(),
  permission: z.string().optional(),
  type: z.string().optional(),
  title: z.string().optional(),
  patterns: z.array(z.string()).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  questions: z.array(z.looseObject({ question: z.string() })).optional(),
  error: z.looseObject({ data: z.looseObject({ message: z.string().optional() }).optional() }).optional(),
});
