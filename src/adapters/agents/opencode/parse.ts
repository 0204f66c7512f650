import { redactSecrets } from '../../../core/privacy/secrets.ts';
import { opencodeEvent, type OpencodeEvent } from '../../../protocol/agents/opencodeEvents.ts';
import type { AgentEvent } from '../agent.ts';
import { parseJson, showUnknown } from '../parseJson.ts';
import { showCall } from '../showCall.ts';

/** One line of opencode's transcript. */
export function parseOpencodeLine(line: string): readonly AgentEvent[] | null {
  const value = parseJson(line);
  const event = opencodeEvent.safeParse(value);
  if (!event.success) {
    const text = showUnknown(value);
    return text === null ? null : [{ kind: 'progress', text }];
  }
  switch (event.data.type) {
    case 'step_start':
      return [];
    case 'text':
      return [{ kind: 'message', text: event.data.part.text }];
    case 'tool_use': {
      const { tool, state } = event.data.part;
      const call = showCall(tool, state.input);
      return state.status === 'error'
        ? [call, { kind: 'progress', text: `Failed: ${redactSecrets(state.error ?? 'no reason given').slice(0, 200)}` }]
        : [call];
    }
    case 'step_finish':
      return readStep(event.data.part);
    case 'error': {
      const { name, data } = event.data.error;
      return [{ kind: 'failure', message: data?.message ?? name, status: data?.statusCode ?? null }];
    }
  }
}

type Step = Extract<OpencodeEvent, { type: 'step_finish' }>['part'];

function readStep({ reason, tokens, cost }: Step): readonly AgentEvent[] {
  const spent: readonly AgentEvent[] =
    tokens === undefined
      ? []
      : [
          {
            kind: 'usage',
            usage: {
              inputTokens: tokens.input,
              outputTokens: tokens.output + tokens.reasoning,
              ...(cost === undefined || cost === 0 ? {} : { costUsd: cost }),
            },
          },
        ];
  if (reason === 'tool-calls') return spent;
  if (reason === 'stop') return [...spent, { kind: 'result', text: null, usage: null }];
  return [...spent, { kind: 'failure', message: `the model ended with “${reason}”`, status: null }];
}
