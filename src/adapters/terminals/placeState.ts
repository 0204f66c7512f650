import type { PlaceLook } from '../../app/ports/terminals.ts';
import type { PlaceNote } from '../../protocol/agents/place.ts';
import { startTimeOf } from '../process/processTable.ts';

type NotedProcess = PlaceNote['keeper'];

/** Whether a noted process still runs; where the system tells no start times, its pid has to do. */
export async function isRunning({ pid, startTime }: NotedProcess): Promise<boolean> {
  if (startTime !== null) return (await startTimeOf(pid)) === startTime;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // One of somebody else's runs, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** What of a place still runs, whatever its note says. */
export async function placeState(note: PlaceNote): Promise<{ readonly keeper: boolean; readonly agent: boolean }> {
  const [keeper, agent] = await Promise.all([isRunning(note.keeper), note.agent !== null && isRunning(note.agent)]);
  return { keeper, agent };
}

/** Whether nothing of a place runs any more. */
export async function isOver(note: PlaceNote): Promise<boolean> {
  if (note.state === 'closed' || note.state === 'failed') return true;
  const { keeper, agent } = await placeState(note);
  return !keeper && !agent;
}

export const goneLook = (note: PlaceNote | null): PlaceLook => ({
  kind: 'gone',
  code: note?.code ?? null,
  signal: note?.signal ?? null,
});
