import { redactSecrets } from '../../../core/privacy/secrets.ts';
import { isoSeconds } from '../../../base/clock.ts';
import type { Usage } from '../../../core/job/types.ts';
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
    case 'rate_limit_event':
      return readLimit(event.data);
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
  return [{ kind: 'progress', text: redactSecrets(`${event.subtype} ${JSON.stringify(event)}`).slice(0, 240) }];
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
      const text = about === undefined ? name : `${name} ${about}`;
      return [{ kind: 'progress', text, ...(name === 'Bash' ? { command: true } : {}) }];
    }
    case 'tool_result':
      return block.data.is_error === true
        ? [{ kind: 'progress', text: `Failed: ${redactSecrets(JSON.stringify(block.data.content)).slice(0, 200)}` }]
        : [];
  }
}

/** What an account still allows is no news; that it allows nothing more is. */
function readLimit({
  rate_limit_info: info,
}: Extract<ClaudeEvent, { type: 'rate_limit_event' }>): readonly AgentEvent[] {
  if (info.status !== 'rejected' || typeof info.resetsAt !== 'number' || !isInstant(info.resetsAt)) return [];
  return [{ kind: 'limit', until: isoSeconds(info.resetsAt * 1000) }];
}

const isInstant = (seconds: number): boolean => seconds > 0 && seconds < 1e11;

function readResult(event: Extract<ClaudeEvent, { type: 'result' }>): AgentEvent {
  const usage = usageOf(event);
  if (event.is_error || event.subtype !== 'success') {
    const message = [event.result, event.errors?.join('; '), event.subtype].find(
      (one) => one !== null && one !== undefined && one !== '',
    );
    return {
      kind: 'failure',
      message: message ?? event.subtype,
      status: event.api_error_status ?? null,
      ...(usage === null ? {} : { usage }),
    };
  }
  return { kind: 'result', text: event.result ?? null, usage };
}

/** Cached input counts too: it is what the model was given. */
function usageOf({ usage, total_cost_usd: cost }: Extract<ClaudeEvent, { type: 'result' }>): Usage | null {
  if (usage === undefined) return null;
  const cached = (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);
  return {
    inputTokens: usage.input_tokens + cached,
    outputTokens: usage.output_tokens,
    ...(cost === undefined ? {} : { costUsd: cost }),
  };
}
