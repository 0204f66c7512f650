import type { Orchestrator } from './orchestrator.ts';
import type { LaneSign } from './ports/agents.ts';
import type { Trails } from './breach/trails.ts';

const self = { kind: 'host', id: 'lanes' } as const;

/** What running lanes tell: shown as it comes, and kept for as long as it may explain a change. */
export interface LaneNews {
  /** The newest line of a job, or null. */
  readonly newest: (job: string) => string | null;
  readonly onProgress: (job: string, text: string) => void;
  readonly onSign: (job: string, sign: LaneSign) => Promise<void>;
}

export function createLaneNews(orchestrator: Orchestrator, trails: Trails, announce: () => void): LaneNews {
  const lines = new Map<string, string>();
  return {
    newest: (job) => lines.get(job) ?? null,
    onProgress(job, text) {
      lines.set(job, text);
      trails.note(job, { by: 'transcript', text });
      announce();
    },
    async onSign(job, sign) {
      if (sign.kind === 'hold') {
        await orchestrator.dispatch({ type: 'holdLane', job, hold: sign.hold }, self);
        return;
      }
      const text = `${sign.tool} ${sign.path}`;
      lines.set(job, text);
      trails.note(job, { by: 'hook', text });
      announce();
    },
  };
}
