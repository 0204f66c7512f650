import * as z from 'zod';

/** What claude gives to a hook, as far as MAM looks at it. */
export const claudeHook = z.looseObject({
  session_id: z.string().min(1),
  hook_event_name: z.string(),
  source: z.string().optional(),
  prompt: z.string().optional(),
  tool_name: z.string().optional(),
  tool_input: z.record(z.string(), z.unknown()).optional(),
  notification_type: z.string().optional(),
  message: z.string().optional(),
  error: z.string().optional(),
  error_details: z.string().optional(),
  last_assistant_message: z.string().nullish(),
});

const text = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  input: z.record(z.string(), z.unknown()).optional().catch(undefined),
  tool_use_id: z.string().optional().catch(undefined),
});
const content = z.union([
  z.string().transform((said): z.infer<typeof text>[] => [{ type: 'text', text: said }]),
  z.array(text),
]);

/** A line of claude's own transcript of a conversation. What is neither of these says nothing of a turn. */
export const claudeTranscriptLine = z.union([
  z.looseObject({
    type: z.literal('user'),
    isSidechain: z.boolean().optional(),
    isMeta: z.boolean().optional(),
    message: z.looseObject({ content }),
  }),
  z.looseObject({
    type: z.literal('assistant'),
    isSidechain: z.boolean().optional(),
    isApiErrorMessage: z.boolean().optional(),
    message: z.looseObject({ content, stop_reason: z.string().nullish() }),
  }),
  z.looseObject({ type: z.literal('system'), isSidechain: z.boolean().optional(), subtype: z.string() }),
]);

/** The file in which claude keeps how a conversation stands. */
export const claudeState = z.looseObject({
  sessionId: z.string(),
  status: z.enum(['idle', 'busy', 'waiting']),
  waitingFor: z.string().optional(),
});

export type ClaudeHook = z.infer<typeof claudeHook>;
