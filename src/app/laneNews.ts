import type { Orchestrator } from './orchestrator.ts';
import type { LaneSign } from './ports/agents.ts';
import type { Trails } from './breach/trails.ts';

const self = { kind: 'host', id: 'lanes' } as const;

/** What running lanes tell: shown as it comes, and kept for as long as it may explain a change. */
export interface LaneNews {
  /** The newest line of a job, or null. */
  readonly newest: (job: string) => string | null;
  readonly onProgress: (job: string, text: string, isQuiet: boolean) => void;
  readonly onSign: (job: string, sign: LaneSign) => Promise<void>;
}

export function createLaneNews(orchestrator: Orchestrator, trails: Trails, announce: () => void): LaneNews {
  const lines = new Map<string, string>();
  let isDue = false;
  /** Lines come in bursts; whoever watches is told once of all that came together. */
  const announceSoon = (): void => {
    if (isDue) return;
    isDue = true;
    void Promise.resolve().then(() => {
      isDue = false;
      announce();
    });
  };
  return {
    newest: (job) => lines.get(job) ?? null,
    onProgress(job, text, isQuiet) {
      trails.note(job, { by: 'transcript', text });
      if (isQuiet) return;
      lines.set(job, text);
      announceSoon();
    },
    async onSign(job, sign) {
      if (sign.kind === 'hold') {
        await orchestrator.dispatch({ type: 'holdLane', job, hold: sign.hold }, self);
        return;
      }
      const text = `${sign.tool} ${sign.path}`;
      lines.set(job, text);
      trails.note(job, { by: 'hook', text });
      announceSoon();
    },
  };
}
