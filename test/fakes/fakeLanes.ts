import { problem } from '../../src/base/problem.ts';
import type { LaneProgress, LaneSpec, Lanes } from '../../src/app/ports/agents.ts';
import type { LaneOutcome } from '../../src/core/job/types.ts';

/** What a scripted agent does in one lane: it may edit files in `spec.cwd`, tell progress, wait, and ends with an outcome. */
export type Play = (
  spec: LaneSpec,
  signal: AbortSignal,
  tell: (text: string) => void,
) => LaneOutcome | Promise<LaneOutcome>;

export const reported = (text: string): LaneOutcome => ({ kind: 'report', text });
export const failed = (code: string, text = 'Scripted failure.'): LaneOutcome => ({
  kind: 'failed',
  problem: problem(code, text),
});
export const interrupted = (): LaneOutcome => ({
  kind: 'interrupted',
  problem: problem('lane.interrupted', 'Scripted interruption.'),
});

/** Never ends on its own; a cancelled lane answers as the real adapter does. */
export const hangs: Play = (_spec, signal) =>
  new Promise((resolve) => {
    const stop = (): void => resolve(failed('lane.stopped', 'MAM stopped the agent.'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });

/** Plays one after another, each lane taking the next; the last is repeated. */
export function inTurn(...plays: readonly (LaneOutcome | Play)[]): Play {
  let next = 0;
  return (spec, signal, tell) => {
    const play = plays[Math.min(next, plays.length - 1)];
    next += 1;
    if (play === undefined) throw new Error(`No play for lane ${spec.id}`);
    return typeof play === 'function' ? play(spec, signal, tell) : play;
  };
}

/** Different plays for writers and reviewers. */
export const byAccess =
  (plays: { readonly write: Play; readonly read: Play }): Play =>
  (spec, signal, tell) =>
    plays[spec.access](spec, signal, tell);

/** Lanes without processes. The same id is started once: a second `run` joins it, also after it has ended. */
export class FakeLanes implements Lanes {
  /** Every lane that was really started, in order. */
  readonly started: LaneSpec[] = [];
  /** Ids that `run` was called with, joins included. */
  readonly calls: string[] = [];
  /** Lanes that haven't ended. */
  readonly running = new Set<string>();
  readonly #play: Play;
  readonly #lanes = new Map<
    string,
    { outcome: Promise<LaneOutcome>; told: string[]; listeners: Set<(progress: LaneProgress) => void> }
  >();

  constructor(play: Play) {
    this.#play = play;
  }

  async run(spec: LaneSpec, signal: AbortSignal, onProgress: (progress: LaneProgress) => void): Promise<LaneOutcome> {
    this.calls.push(spec.id);
    const known = this.#lanes.get(spec.id);
    if (!known && signal.aborted) return failed('lane.stopped', 'MAM stopped the agent.');
    const lane = known ?? this.#start(spec, signal);
    for (const text of lane.told) onProgress({ text });
    lane.listeners.add(onProgress);
    return lane.outcome;
  }

  #start(spec: LaneSpec, signal: AbortSignal) {
    const told: string[] = [];
    const listeners = new Set<(progress: LaneProgress) => void>();
    this.started.push(spec);
    this.running.add(spec.id);
    const tell = (text: string): void => {
      told.push(text);
      for (const listener of listeners) listener({ text });
    };
    const outcome = Promise.resolve()
      .then(() => this.#play(spec, signal, tell))
      .finally(() => this.running.delete(spec.id));
    const lane = { outcome, told, listeners };
    this.#lanes.set(spec.id, lane);
    return lane;
  }
}
