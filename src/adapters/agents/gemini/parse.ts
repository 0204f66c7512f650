import { geminiEvent, type GeminiEvent } from '../../../protocol/agents/geminiEvents.ts';
import type { AgentEvent } from '../agent.ts';
import { parseJson, showUnknown } from '../parseJson.ts';
import { showCall } from '../showCall.ts';

/** One line of gemini's transcript. */
export function parseGeminiLine(line: string): readonly AgentEvent[] | null {
  const value = parseJson(line);
  const event = geminiEvent.safeParse(value);
  if (!event.success) {
    const text = showUnknown(value);
    return text === null ? null : [{ kind: 'progress', text }];
  }
  switch (event.data.type) {
    case 'init':
      return [];
    case 'message':
      // The brief comes back as the user's message.
      if (event.data.role !== 'assistant') return [];
      return [{ kind: 'message', text: event.data.content, ...(event.data.delta === true ? { piece: true } : {}) }];
    case 'tool_use':
      return [showCall(event.data.tool_name, event.data.parameters)];
    case 'tool_result':
      return event.data.status === 'success'
        ? []
        : [{ kind: 'progress', text: `Failed: ${event.data.error?.message ?? event.data.status}` }];
    case 'error':
      return [{ kind: 'progress', text: event.data.message }];
    case 'result':
      return [readResult(event.data)];
  }
}

function readResult({ status, error, stats }: Extract<GeminiEvent, { type: 'result' }>): AgentEvent {
  const usage = stats === undefined ? null : { inputTokens: stats.input_tokens, outputTokens: stats.output_tokens };
  if (status === 'success') return { kind: 'result', text: null, usage };
  const message = error?.message ?? status;
  return {
    kind: 'failure',
    message,
    // A used-up quota is told in words alone, among advice on signing in.
    status: /\bquota\b/i.test(message) ? 429 : null,
    ...(usage === null ? {} : { usage }),
  };
}
