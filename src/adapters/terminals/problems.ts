import { problem, type Problem } from '../../base/problem.ts';
import type { PlaceNote } from '../../protocol/agents/place.ts';

export const folderMissing = (name: string, folder: string): Problem =>
  problem(
    'terminals.folderMissing',
    '{name} can’t be started: there is no folder {folder}. Make it, or open a session in another one.',
    { name, folder },
  );

export const notStarted = (name: string, reason: string): Problem =>
  problem(
    'terminals.notStarted',
    '{name} could not be started: {reason}. Check that its program is installed, and open a new session.',
    { name, reason },
  );

export const startStopped = (name: string): Problem =>
  problem('terminals.startStopped', '{name} was not started, because that was called off. Open a new session.', {
    name,
  });

/** Nothing is typed where a shell would run it. */
export const noAgent = (): Problem =>
  problem('terminals.noAgent', 'Nothing was typed: the agent of this session has ended. Resume the session first.');

export const noKey = (key: string): Problem =>
  problem('terminals.noKey', 'MAM does not press {key}. Press it in the session itself.', { key });

export const noteUnreadable = (path: string, reason: string): Problem =>
  problem(
    'terminals.noteUnreadable',
    'Nobody can tell how the session stands: {path} can’t be read ({reason}). Make it readable, or end the session by hand.',
    { path, reason },
  );

export const notEnded = (pids: readonly number[]): Problem =>
  problem('terminals.notEnded', 'Not everything of the session has ended: {pids} still run. End them by hand.', {
    pids: pids.join(', '),
  });

export const noScreen = ({ keeper, agent }: PlaceNote): Problem =>
  problem(
    'terminals.noScreen',
    'The terminal of this session is gone, but its process {pid} still runs. Stop the session, and resume it then.',
    { pid: (agent ?? keeper).pid },
  );
