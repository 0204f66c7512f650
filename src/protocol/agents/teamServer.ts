import * as z from 'zod';
import type { TeamServer } from '../../core/team/types.ts';

/** A socket of a server that omc opened for a team. A team that was started in a person's own tmux has another. */
const ownSocket = /^\/(?:private\/)?tmp\/o-[0-9a-z]+-[0-9a-z]+-[0-9a-f]{8}\.sock$/;

const config = z.object({
  name: z.string(),
  tmux_session: z.string(),
  tmux_server_identity: z.object({ socket_path: z.string().regex(ownSocket), server_pid: z.number().int().min(2) }),
});

/** Reads from what omc keeps of the team `name` where its terminals are; null where that is not surely its own server. */
export function readTeamServer(text: string, name: string): TeamServer | null {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return null;
  }
  const read = config.safeParse(raw);
  if (!read.success || read.data.name !== name) return null;
  const { tmux_session: target, tmux_server_identity: server } = read.data;
  const session = target.split(':', 1)[0] ?? '';
  return session.startsWith(`omc-team-${name}-`)
    ? { socket: server.socket_path, pid: server.server_pid, session }
    : null;
}
