import { isoSeconds } from '../../../base/clock.ts';
import type { LaneExit, OpenLaneFile } from '../../../protocol/agents/laneFiles.ts';
import { endFamily } from '../family.ts';
import { startTimeOf } from '../processTable.ts';
import { laneFolder, type LaneFolder } from './laneFolder.ts';

/**
 * Ends what is left of a lane whose supervisor is gone, and records that it was lost. Its output has no reader any
 * more, so it can't be joined; only what is proven to be this lane's is touched.
 */
export async function endOrphan(folder: LaneFolder): Promise<LaneExit> {
  const spec = folder.spec();
  const started = folder.started();
  const proven = started !== null && (await startTimeOf(started.pid)) === started.startTime;
  const survivors =
    spec === null ? 0 : await endFamily({ group: proven ? started.pgid : null, key: spec.key }, [], 500);
  const exit = lost(survivors);
  folder.writeExit(exit);
  return exit;
}

/**
 * Ends what a killed supervisor noted and did not end, also where the lane's folder is gone or can't be read. A lane whose
 * end was written before the kill is told to have ended so.
 */
export async function endNoted({ folder, key }: OpenLaneFile): Promise<LaneExit> {
  const files = laneFolder(folder);
  const found = exitOf(files, key);
  if (found === 'open') return endOrphan(files);
  const survivors = await endFamily({ group: null, key }, [], 500);
  return found ?? lost(survivors);
}

/** How the lane of this key ended; null when its folder does not say that it did, nor that it didn't. */
function exitOf(files: LaneFolder, key: string): LaneExit | 'open' | null {
  try {
    return files.spec()?.key === key ? (files.exit() ?? 'open') : null;
  } catch {
    return null;
  }
}

const lost = (survivors: number): LaneExit => ({
  code: null,
  signal: null,
  reason: 'lost',
  detail: '',
  at: isoSeconds(Date.now()),
  cut: false,
  survivors,
});
