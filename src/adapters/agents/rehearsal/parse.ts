import { rehearsalEvent } from '../../../protocol/agents/rehearsalEvents.ts';
import type { AgentEvent } from '../agent.ts';
import { parseJson, showUnknown } from '../parseJson.ts';

/** One line in MAM's own form, which commands of a person may speak too. */
export function parseRehearsalLine(line: string): readonly AgentEvent[] | null {
  const value = parseJson(line);
  const event = rehearsalEvent.safeParse(value);
  if (!event.success) {
    const text = showUnknown(value);
    return text === null ? null : [{ kind: 'progress', text }];
  }
  switch (event.data.type) {
    case 'start':
      return [];
    case 'note':
      return [{ kind: 'progress', text: event.data.text }];
    case 'message':
      return [{ kind: 'message', text: event.data.text }];
    case 'done':
      return [{ kind: 'result', text: null, usage: event.data.usage }];
    case 'error':
      return [{ kind: 'failure', message: event.data.message, status: event.data.status }];
  }
}
