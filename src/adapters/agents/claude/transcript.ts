import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Activity } from '../../../core/agentSession/types.ts';
import { claudeTranscriptLine } from '../../../protocol/agents/claudeSession.ts';
import { parseJson } from '../parseJson.ts';
import { activityAfter, type AgentSigns, type TranscriptCall } from '../signs.ts';
import { claudeCall } from './call.ts';

/** Claude keeps the conversations of a folder in one that is named after it. */
const folderName = (cwd: string): string => cwd.replaceAll(/[^A-Za-z0-9]/g, '-');

/** Where claude keeps what it remembers; null where nobody knows. */
export const claudeHome = (env: Readonly<Record<string, string | undefined>>): string | null =>
  env['CLAUDE_CONFIG_DIR'] ?? (env['HOME'] === undefined ? null : join(env['HOME'], '.claude'));

export const claudeTranscript: NonNullable<AgentSigns['transcript']> = {
  async paths({ conversation, cwd }, env) {
    const home = claudeHome(env);
    return home === null ? [] : [join(home, 'projects', folderName(cwd), `${conversation}.jsonl`)];
  },
  read: readClaudeTranscript,
  calls: readClaudeCalls,
};

/** Whether claude keeps anything of a conversation, in whichever folder it was held. */
export async function hasBegunInClaude(
  conversation: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const home = claudeHome(env);
  // Where nobody knows where it keeps them, it is the one who can tell.
  if (home === null) return true;
  const projects = join(home, 'projects');
  for (const folder of await readdir(projects).catch(() => []))
    if ((await stat(join(projects, folder, `${conversation}.jsonl`)).catch(() => null)) !== null) return true;
  return false;
}

/** What a line says of the turn; that of a subagent says nothing. */
function readClaudeTranscript(line: string, at: string): Activity | null {
  const parsed = claudeTranscriptLine.safeParse(parseJson(line));
  if (!parsed.success || parsed.data.isSidechain === true) return null;
  const entry = parsed.data;
  switch (entry.type) {
    case 'system':
      return entry.subtype === 'turn_duration' ? { kind: 'idle' } : null;
    case 'user': {
      if (entry.isMeta === true) return null;
      const said = entry.message.content.map(({ text = '' }) => text);
      return said.some((text) => text.startsWith('[Request interrupted')) ? { kind: 'idle' } : { kind: 'working' };
    }
    case 'assistant': {
      const { content, stop_reason: reason } = entry.message;
      if (entry.isApiErrorMessage === true) return activityAfter(content.map(({ text = '' }) => text).join(' '), at);
      return reason === 'end_turn' || reason === 'stop_sequence' ? { kind: 'idle' } : { kind: 'working' };
    }
  }
}

function readClaudeCalls(line: string): readonly TranscriptCall[] {
  const parsed = claudeTranscriptLine.safeParse(parseJson(line));
  if (!parsed.success || parsed.data.type === 'system') return [];
  return parsed.data.message.content.flatMap(
    ({ type, id, name, input, tool_use_id: ended }): readonly TranscriptCall[] => {
      if (type === 'tool_use' && id !== undefined) return [{ id, begins: claudeCall(name, input) }];
      return type === 'tool_result' && ended !== undefined ? [{ id: ended, begins: null }] : [];
    },
  );
}
