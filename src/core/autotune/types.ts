/** What one lane of a cycle took and came to. */
export interface LaneObservation {
  readonly role: string;
  /** Empty where nobody knows which agent it was; such a lane says nothing. */
  readonly agent: string;
  /** Null where nobody timed it: it still counts among successes and failures. */
  readonly elapsedS: number | null;
  readonly status: string;
}

/** The lanes of one cycle. */
export type LaneBatch = readonly LaneObservation[];

/** By `laneKey`, how many batches a lane that was changed is left alone. */
export type Cooldown = Readonly<Record<string, number>>;

export interface AutotuneConfig {
  /** A lane is slow from this multiple of the median on. */
  readonly k: number;
  /** How many of the newest batches failures are counted in. */
  readonly failWindow: number;
  /** With fewer observations failures say nothing. */
  readonly failMinSample: number;
  readonly failThreshold: number;
  readonly cooldown: number;
  /** Of exactly two timed lanes the slower one is compared with the faster: their median could never be exceeded twofold. */
  readonly twoLanes?: boolean;
}

/** What the controller knows of the agents. */
export interface Efforts {
  /** The effort that a lane runs with now; null where its agent is told none. */
  readonly effortOf: (agent: string, role: string) => string | null;
  /** Efforts of an agent, weakest first; empty where it can't be told one. */
  readonly ladderOf: (agent: string, role: string) => readonly string[];
}

export type Direction = 'strengthen' | 'accelerate';

/** One slow lane, and what to do about it. */
export interface Recommendation {
  readonly role: string;
  readonly agent: string;
  readonly elapsedS: number;
  readonly medianElapsedS: number;
  readonly k: number;
  readonly flagThresholdS: number;
  /** Null without a signal. */
  readonly failRate: number | null;
  readonly failSample: number;
  readonly failMinSample: number;
  readonly failThreshold: number;
  readonly failSignal: 'observed' | 'no-signal';
  readonly direction: Direction;
  readonly effortFrom: string | null;
  /** Null unless it is acted on. */
  readonly effortTo: string | null;
  readonly actuated: boolean;
  /** For how many batches the lane was still to be left alone when this was found. */
  readonly cooldownRemaining: number;
  /** For how many it is from now on; 0 where nothing changes. */
  readonly cooldownSet: number;
  readonly note: string;
}

/** How the lanes of one agent were judged. */
export type AutotuneEvent =
  | {
      readonly kind: 'no-op';
      readonly agent: string;
      readonly activeLaneCount: number;
      readonly timedLaneCount: number;
    }
  | {
      readonly kind: 'evaluated';
      readonly agent: string;
      readonly medianElapsedS: number;
      readonly k: number;
      readonly flagThresholdS: number;
      readonly timedLaneCount: number;
    };

/** An effort that a lane gets in the next batch, and in that one alone. */
interface EffortOverride {
  readonly role: string;
  readonly agent: string;
  readonly effort: string;
}

export interface AutotuneDecision {
  readonly overrides: readonly EffortOverride[];
  readonly recommendations: readonly Recommendation[];
  readonly cooldown: Cooldown;
  readonly events: readonly AutotuneEvent[];
}
