import { setTimeout as delay } from 'node:timers/promises';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { endFamily, findFamily, sendSignal, type Family } from '../process/family.ts';
import { listProcesses } from '../process/processTable.ts';
import type { PlaceNotes } from './placeNotes.ts';
import { isRunning, placeState } from './placeState.ts';
import { notEnded } from './problems.ts';

/** How long the program of a place may take to end after its agent, in milliseconds. */
const keeperMs = 1500;

/** Ends the agent of a place and all that it started, and then its terminal, which may be gone by then. */
export async function endPlace(
  notes: PlaceNotes,
  handle: string,
  graceMs: number,
  endTerminal: () => Promise<Result<undefined, Problem>>,
): Promise<Result<undefined, Problem>> {
  const found = await notes.read(handle);
  if (!found.ok) return found;
  const note = found.value;
  if (note === null) return endTerminal();
  const runs = await placeState(note);
  // It begins no shell then.
  if (runs.keeper) sendSignal(note.keeper.pid, 'SIGTERM');
  const family: Family = { group: null, key: note.key };
  const { agent } = note;
  const seen = runs.agent && agent ? (await listProcesses()).filter(({ pid }) => pid === agent.pid) : [];
  await endFamily(family, seen, graceMs);
  for (const end = performance.now() + keeperMs; performance.now() < end && (await isRunning(note.keeper));)
    await delay(20);
  const ended = await endTerminal();
  if (await isRunning(note.keeper)) sendSignal(note.keeper.pid, 'SIGKILL');
  const left = await findFamily(family, seen);
  if (left.length > 0) return err(notEnded(left.map(({ pid }) => pid)));
  // Nothing runs any more, whatever tmux says of it.
  return runs.keeper || runs.agent ? ok(undefined) : ended;
}
