import { claudeBlock, claudeEvent, type ClaudeEvent } from '../../../protocol/agents/claudeEvents.ts';
import type { AgentEvent } from '../agent.ts';
import { parseJson, showUnknown } from '../parseJson.ts';

/** One line of claude's transcript. */
export function parseClaudeLine(line: string): readonly AgentEvent[] | null {
  const value = parseJson(line);
  const event = claudeEvent.safeParse(value);
  if (!event.success) {
    const text = showUnknown(value);
    return text === null ? null : [{ kind: 'progress', text }];
  }
  switch (event.data.type) {
    case 'system':
      return readSystem(event.data);
    case 'assistant': {
      // What a subagent says is progress: only the agent itself reports.
      const speaks = event.data.parent_tool_use_id === null || event.data.parent_tool_use_id === undefined;
      return event.data.message.content.flatMap((block) => readBlock(block, speaks));
    }
    case 'user':
      return event.data.message.content
        .flatMap((block) => readBlock(block, false))
        .filter(({ kind }) => kind === 'progress');
    case 'result':
      return [readResult(event.data)];
  }
}

function readSystem(event: Extract<ClaudeEvent, { type: 'system' }>): readonly AgentEvent[] {
  if (event.subtype === 'init' || event.subtype === 'status') return [];
  if (event.subtype === 'api_retry')
    return [
      {
        kind: 'progress',
        text: `HTTP ${say(event['error_status'])}, attempt ${say(event['attempt'])} of ${say(event['max_retries'])}`,
      },
    ];
  if (event.subtype === 'permission_denied')
    return [{ kind: 'progress', text: `Not allowed: ${say(event['tool_name'])}` }];
  return [{ kind: 'progress', text: `${event.subtype} ${JSON.stringify(event)}`.slice(0, 240) }];
}

const say = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : 'unknown';

function readBlock(value: unknown, speaks: boolean): readonly AgentEvent[] {
  const block = claudeBlock.safeParse(value);
  if (!block.success) return [];
  switch (block.data.type) {
    case 'text':
      return [{ kind: speaks ? 'message' : 'progress', text: block.data.text }];
    case 'tool_use': {
      const { name, input } = block.data;
      const about = [input['command'], input['file_path'], input['pattern'], input['path'], input['description']].find(
        (one) => typeof one === 'string',
      );
      return [{ kind: 'progress', text: about === undefined ? name : `${name} ${about}` }];
    }
    case 'tool_result':
      return block.data.is_error === true
        ? [{ kind: 'progress', text: `Failed: ${JSON.stringify(block.data.content).slice(0, 200)}` }]
        : [];
  }
}

function readResult(event: Extract<ClaudeEvent, { type: 'result' }>): AgentEvent {
  if (event.is_error || event.subtype !== 'success') {
    const message = [event.result, event.errors?.join('; '), event.subtype].find(
      (one) => one !== null && one !== undefined && one !== '',
    );
    return { kind: 'failure', message: message ?? event.subtype, status: event.api_error_status ?? null };
  }
  const cost = event.total_cost_usd === undefined ? {} : { costUsd: event.total_cost_usd };
  const usage =
    event.usage === undefined
      ? null
      : { inputTokens: event.usage.input_tokens, outputTokens: event.usage.output_tokens, ...cost };
  return { kind: 'result', text: event.result ?? null, usage };
}
