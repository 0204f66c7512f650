import { setTimeout as delay } from 'node:timers/promises';
import type { AgentTerminals, TerminalNote } from '../../../app/ports/agentTerminals.ts';
import { endFamily, findFamily, sendSignal } from '../../process/family.ts';
import { listProcesses } from '../../process/processTable.ts';

/** How long a terminal's own process may take to go once its agent has ended, in milliseconds. */
const leavingMs = 5000;

/** Ends an agent with all that it started, then its terminal. Answers the ids of processes that are still there. */
export async function endPlace(
  terminals: Pick<AgentTerminals, 'note'>,
  note: TerminalNote,
  graceMs: number,
): Promise<readonly number[]> {
  const family = { group: null, key: `terminal-${note.id}` };
  const seen = (await listProcesses()).filter(({ pid, startTime }) =>
    note.runs === undefined || note.state !== 'agent'
      ? false
      : pid === note.runs.pid && startTime === note.runs.startTime,
  );
  await endFamily(family, seen, graceMs);
  const isThere = async (): Promise<boolean> => (await terminals.note(note.id))?.alive === true;
  if (await isThere()) sendSignal(note.pid, 'SIGTERM');
  const began = performance.now();
  while (await isThere()) {
    if (performance.now() - began > leavingMs) {
      sendSignal(note.pid, 'SIGKILL');
      break;
    }
    await delay(25);
  }
  const left = (await findFamily(family, seen)).map(({ pid }) => pid);
  return (await isThere()) ? [...left, note.pid] : left;
}
