import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Activity } from '../../../core/agentSession/types.ts';
import { claudeState as stateFile } from '../../../protocol/agents/claudeSession.ts';
import { parseJson } from '../parseJson.ts';
import type { AgentSigns } from '../signs.ts';
import { claudeHome } from './transcript.ts';

/** Claude keeps a small file for each of its processes, also where no hook tells anything, as when a turn is broken off. */
export const claudeState: NonNullable<AgentSigns['state']> = {
  async path({ conversation, isAlive }, env) {
    const home = claudeHome(env);
    if (home === null) return null;
    const folder = join(home, 'sessions');
    const names = (await readdir(folder).catch(() => [])).filter((name) => {
      // One of a process that was killed stays there, with what was said last.
      const [, pid] = /^(\d+)\.json$/.exec(name) ?? [];
      return pid !== undefined && isAlive(Number(pid));
    });
    for (const name of names) {
      const path = join(folder, name);
      const parsed = stateFile.safeParse(parseJson(await readFile(path, 'utf8').catch(() => '')));
      if (parsed.success && parsed.data.sessionId === conversation) return path;
    }
    return null;
  },
  read: readClaudeState,
};

/** How a conversation stands by that file. */
function readClaudeState(text: string): Activity | null {
  const parsed = stateFile.safeParse(parseJson(text));
  if (!parsed.success) return null;
  const { status, waitingFor = '' } = parsed.data;
  if (status === 'waiting') return { kind: 'needsYou', need: 'permission', text: waitingFor };
  return { kind: status === 'busy' ? 'working' : 'idle' };
}
