import * as z from 'zod';

/** What codex gives to a hook, as far as MAM looks at it. */
export const codexHook = z.looseObject({
  session_id: z.string().min(1),
  hook_event_name: z.string(),
  source: z.string().optional(),
  prompt: z.string().optional(),
  tool_name: z.string().optional(),
  tool_input: z.record(z.string(), z.unknown()).optional(),
});

/** A line of codex' own record of a conversation. What is neither of these says nothing of a turn. */
export const codexRolloutLine = z.union([
  z.looseObject({
    type: z.literal('event_msg'),
    payload: z.looseObject({ type: z.enum(['task_started', 'turn_aborted']) }),
  }),
  z.looseObject({
    type: z.literal('event_msg'),
    payload: z.looseObject({
      type: z.literal('task_complete'),
      error: z.looseObject({ message: z.string(), codex_error_info: z.unknown().optional() }).nullish(),
    }),
  }),
  z.looseObject({
    type: z.literal('response_item'),
    payload: z.looseObject({
      type: z.enum(['function_call', 'function_call_output', 'custom_tool_call', 'custom_tool_call_output']),
      call_id: z.string().optional().catch(undefined),
      name: z.string().optional().catch(undefined),
      /** JSON. */
      arguments: z.string().optional().catch(undefined),
      input: z.string().optional().catch(undefined),
    }),
  }),
]);

/** What a shell of codex is asked to run, as one line or word for word. */
export const codexCommand = z.looseObject({
  cmd: z.string().optional(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
});
