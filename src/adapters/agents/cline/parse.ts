import { clineEvent, type ClineEvent } from '../../../protocol/agents/clineEvents.ts';
import type { AgentEvent } from '../agent.ts';
import { parseJson, showUnknown } from '../parseJson.ts';

/** One line of cline's transcript. */
export function parseClineLine(line: string): readonly AgentEvent[] | null {
  const value = parseJson(line);
  const event = clineEvent.safeParse(value);
  if (!event.success) {
    const text = showUnknown(value);
    return text === null ? null : [{ kind: 'progress', text }];
  }
  switch (event.data.type) {
    case 'hook_event':
      return [];
    case 'agent_event':
      return readStep(event.data.event);
    case 'run_result':
      return [readResult(event.data)];
    case 'error':
      return [{ kind: 'failure', message: event.data.message, status: null }];
  }
}

/** Only what it calls is worth a line: what it says comes whole at the end. */
const readStep = (step: Readonly<Record<string, unknown>>): readonly AgentEvent[] =>
  step['type'] === 'content_start' && typeof step['toolName'] === 'string'
    ? [{ kind: 'progress', text: step['toolName'] }]
    : [];

function readResult({ finishReason, text, usage }: Extract<ClineEvent, { type: 'run_result' }>): AgentEvent {
  const spent =
    usage === undefined
      ? null
      : {
          inputTokens: usage.inputTokens,
          outputTokens: usage.outputTokens,
          ...(usage.totalCost === undefined || usage.totalCost === 0 ? {} : { costUsd: usage.totalCost }),
        };
  return finishReason === 'error' || finishReason === 'aborted'
    ? { kind: 'failure', message: text ?? finishReason, status: null, ...(spent === null ? {} : { usage: spent }) }
    : { kind: 'result', text: text ?? null, usage: spent };
}
