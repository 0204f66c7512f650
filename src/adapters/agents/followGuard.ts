import { join } from 'node:path';
import type { LaneSign, LaneSpec } from '../../app/ports/agents.ts';
import { guardLine } from '../../protocol/agents/laneFiles.ts';
import type { Limits } from './agent.ts';
import { holdOf } from './holdOf.ts';
import { parseJson } from './parseJson.ts';
import { tailLines } from './tail.ts';

const longestLine = 64 * 1024;

/** Tells how far a lane is held, now and when its hook has answered, and what the hook refused. */
export function followGuard(
  agent: string,
  spec: LaneSpec,
  limits: Limits | undefined,
  onSign: (sign: LaneSign) => void,
) {
  let ready = false;
  const tell = (): void => onSign({ kind: 'hold', hold: holdOf(agent, spec, limits, ready) });
  const tail = tailLines(join(spec.folder, 'guard.jsonl'), longestLine, (line) => {
    const read = guardLine.safeParse(parseJson(line));
    if (!read.success) return;
    if (read.data.kind === 'denied') return onSign(read.data);
    if (ready) return;
    ready = true;
    tell();
  });
  tell();
  let reading = Promise.resolve();
  let isWanted = false;
  return {
    /** Looks never overlap, and one that comes during another is not lost. */
    look(): void {
      if (isWanted) return;
      isWanted = true;
      reading = reading.then(() => {
        isWanted = false;
        return tail.read(false);
      });
    },
    async finish(): Promise<void> {
      await reading;
      await tail.read(true);
    },
  };
}
