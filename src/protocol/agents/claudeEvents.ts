import * as z from 'zod';

const block = z.looseObject({ type: z.string() });
const content = z.union([z.string().transform((text) => [{ type: 'text', text }]), z.array(block)]);

/** One line of `claude -p --output-format stream-json`, as far as MAM looks at it. Other types are kept as they came. */
export const claudeEvent = z.union([
  z.looseObject({ type: z.literal('system'), subtype: z.string() }),
  z.looseObject({
    type: z.literal('assistant'),
    message: z.looseObject({ content }),
    parent_tool_use_id: z.string().nullish(),
  }),
  z.looseObject({ type: z.literal('user'), message: z.looseObject({ content }) }),
  /** `subtype` says `success` also when the API failed: only `is_error` tells. */
  z.looseObject({
    type: z.literal('result'),
    subtype: z.string(),
    is_error: z.boolean(),
    result: z.string().nullish(),
    errors: z.array(z.string()).nullish(),
    api_error_status: z.number().nullish(),
    usage: z
      .looseObject({
        input_tokens: z.number(),
        output_tokens: z.number(),
        cache_creation_input_tokens: z.number().nullish(),
        cache_read_input_tokens: z.number().nullish(),
      })
      .optional(),
    total_cost_usd: z.number().optional(),
  }),
  /** How an account stands; `resetsAt` in seconds since the epoch. */
  z.looseObject({
    type: z.literal('rate_limit_event'),
    rate_limit_info: z.looseObject({ status: z.string(), resetsAt: z.number().nullish() }),
  }),
]);

export const claudeBlock = z.union([
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('tool_use'), name: z.string(), input: z.record(z.string(), z.unknown()) }),
  z.looseObject({ type: z.literal('tool_result'), is_error: z.boolean().nullish(), content: z.unknown() }),
]);

/** What `claude auth status` prints. */
export const claudeAuthStatus = z.looseObject({ loggedIn: z.boolean(), authMethod: z.string().optional() });

export type ClaudeEvent = z.infer<typeof claudeEvent>;
