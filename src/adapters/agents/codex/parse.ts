import { codexEvent, codexItem, type CodexItem } from '../../../protocol/agents/codexEvents.ts';
import type { AgentEvent } from '../agent.ts';
import { parseJson, showUnknown } from '../parseJson.ts';

/** Codex announces each of its retries as an error; only the last failure is one. */
const retry = /^Reconnecting\.\.\. /;

/** One line of codex's transcript. */
export function parseCodexLine(line: string): readonly AgentEvent[] | null {
  const value = parseJson(line);
  const event = codexEvent.safeParse(value);
  if (!event.success) return unknown(value);
  switch (event.data.type) {
    case 'thread.started':
    case 'turn.started':
      return [];
    case 'item.started':
    case 'item.updated':
    case 'item.completed': {
      const item = codexItem.safeParse(event.data.item);
      return item.success ? readItem(item.data, event.data.type) : unknown(value);
    }
    case 'error':
      return [
        retry.test(event.data.message)
          ? { kind: 'progress', text: event.data.message }
          : { kind: 'failure', message: event.data.message, status: null },
      ];
    case 'turn.completed': {
      const usage = event.data.usage;
      return [
        {
          kind: 'result',
          text: null,
          usage: usage === undefined ? null : { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens },
        },
      ];
    }
    case 'turn.failed':
      return [{ kind: 'failure', message: event.data.error.message, status: null }];
  }
}

type Stage = 'item.started' | 'item.updated' | 'item.completed';

function readItem(item: CodexItem, stage: Stage): readonly AgentEvent[] {
  const completed = stage === 'item.completed';
  switch (item.type) {
    case 'agent_message':
      return completed ? [{ kind: 'message', text: item.text }] : [];
    case 'reasoning':
      return completed ? [{ kind: 'progress', text: item.text }] : [];
    case 'command_execution':
      if (stage === 'item.started') return [{ kind: 'progress', text: `$ ${item.command}`, command: true }];
      return item.status === 'failed'
        ? [{ kind: 'progress', text: `$ ${item.command} ended with ${item.exit_code ?? 'no code'}` }]
        : [];
    case 'file_change':
      if (!completed) return [];
      return [
        {
          kind: 'progress',
          text: `${item.status === 'failed' ? 'Could not change' : 'Changed'} ${item.changes.map((change) => change.path).join(', ')}`,
        },
      ];
    case 'error':
      return [{ kind: 'progress', text: item.message }];
  }
}

function unknown(value: unknown): readonly AgentEvent[] | null {
  const text = showUnknown(value);
  return text === null ? null : [{ kind: 'progress', text }];
}
