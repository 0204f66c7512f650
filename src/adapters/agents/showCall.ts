import type { AgentEvent } from './agent.ts';

/** What people see of a tool call: the tool and the one input that tells most. */
export function showCall(tool: string, input: Readonly<Record<string, unknown>>): AgentEvent {
  const about = ['command', 'file_path', 'filePath', 'path', 'pattern', 'description']
    .map((key) => input[key])
    .find((one) => typeof one === 'string');
  return {
    kind: 'progress',
    text: about === undefined ? tool : `${tool} ${about}`,
    ...(typeof input['command'] === 'string' ? { command: true } : {}),
  };
}
