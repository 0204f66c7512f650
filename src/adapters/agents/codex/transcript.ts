import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Activity } from '../../../core/agentSession/types.ts';
import { codexCommand, codexRolloutLine } from '../../../protocol/agents/codexSession.ts';
import { parseJson } from '../parseJson.ts';
import { activityAfter, type AgentSigns, type TranscriptCall } from '../signs.ts';
import { codexCall } from './call.ts';

/** Days of conversations that are looked through for one; it is in the folder of the day on which it began. */
const mostDays = 60;

export const codexTranscript: NonNullable<AgentSigns['transcript']> = {
  async paths({ conversation }, env) {
    const home = env['CODEX_HOME'] ?? (env['HOME'] === undefined ? null : join(env['HOME'], '.codex'));
    if (home === null) return [];
    let days = 0;
    for await (const folder of newestDays(join(home, 'sessions'))) {
      if ((days += 1) > mostDays) return [];
      const name = (await namesIn(folder)).find((one) => one.endsWith(`-${conversation}.jsonl`));
      if (name !== undefined) return [join(folder, name)];
    }
    return [];
  },
  read: readCodexRollout,
  calls: readCodexCalls,
};

async function* newestDays(sessions: string): AsyncGenerator<string> {
  for (const year of await namesIn(sessions))
    for (const month of await namesIn(join(sessions, year)))
      for (const day of await namesIn(join(sessions, year, month))) yield join(sessions, year, month, day);
}

/** The last of the alphabet first, which of numbers of one length is the newest. */
const namesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => [])).toSorted().toReversed();

/** What a line says of the turn. */
function readCodexRollout(line: string, at: string): Activity | null {
  const parsed = codexRolloutLine.safeParse(parseJson(line));
  if (!parsed.success) return null;
  const { payload } = parsed.data;
  switch (payload.type) {
    case 'task_complete':
      return payload.error ? activityAfter(payload.error.message, at) : { kind: 'idle' };
    case 'turn_aborted':
      return { kind: 'idle' };
    default:
      return { kind: 'working' };
  }
}

function readCodexCalls(line: string): readonly TranscriptCall[] {
  const parsed = codexRolloutLine.safeParse(parseJson(line));
  if (!parsed.success || parsed.data.type !== 'response_item') return [];
  const { type, call_id: id, name, arguments: given = '', input } = parsed.data.payload;
  if (id === undefined) return [];
  if (type === 'function_call_output' || type === 'custom_tool_call_output') return [{ id, begins: null }];
  if (type === 'custom_tool_call')
    return [{ id, begins: codexCall(name, input === undefined ? {} : { command: input }) }];
  // To its hooks every shell has one name.
  const command = codexCommand.safeParse(parseJson(given));
  const words = command.success ? (command.data.cmd ?? command.data.command) : undefined;
  const asked = Array.isArray(words) ? words.at(-1) : words;
  return [{ id, begins: asked === undefined ? codexCall(name, command.data) : codexCall('Bash', { command: asked }) }];
}
