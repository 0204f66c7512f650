import { isoSeconds } from '../../../base/clock.ts';
import type { LaneExit } from '../../../protocol/agents/laneFiles.ts';
import { endFamily } from '../family.ts';
import { startTimeOf } from '../processTable.ts';
import type { LaneFolder } from './laneFolder.ts';

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
  const exit: LaneExit = {
    code: null,
    signal: null,
    reason: 'lost',
    detail: '',
    at: isoSeconds(Date.now()),
    cut: false,
    survivors,
  };
  folder.writeExit(exit);
  return exit;
}
