import type { Disposable } from '../../base/disposable.ts';
import type { Problem } from '../../base/problem.ts';
import type { Effect, EffectKind } from '../../core/effect.ts';
import type { LaneLimits } from '../../core/job/turns.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { State } from '../../core/state.ts';
import type { SharedWatch } from '../breach/sharedWatch.ts';
import type { RecordSending } from '../delegation/recordSending.ts';
import type { Places } from '../places.ts';
import type { Ports } from '../ports.ts';
import type { LaneSign } from '../ports/agents.ts';
import type { Shipping } from '../ports/shipping.ts';

export interface EffectContext extends Ports {
  readonly places: Places;
  readonly state: () => State;
  readonly onDidChange: (listener: () => void) => Disposable;
  /** Folds what other processes recorded, so that `state` is as new as the log. */
  readonly catchUp: () => Promise<Problem | null>;
  /** Verifies the log and folds it anew; why the state is not what it says, or null. */
  readonly prove: () => Promise<Problem | null>;
  /** By the settings of now. */
  readonly privacy: () => Privacy;
  /** Absent where nothing can ship. */
  readonly shipping?: Shipping | undefined;
  /** Awake milliseconds of the control root. */
  readonly awakeMs: () => number;
  /** How many lanes may run at once. */
  readonly laneLimits: () => LaneLimits;
  /** Bytes of a copy of a removed worktree from which on a person is asked. */
  readonly mostRescueBytes: () => number;
  /** Base ref that a person prefers; null lets git decide. */
  readonly preferredBase: () => string | null;
  /** Environment that lanes and terminals get on top of their allow-list. */
  readonly laneEnv: Readonly<Record<string, string>>;
  /** Newest line of a running job's progress, for people who watch. */
  readonly onProgress: (job: string, text: string, isQuiet: boolean) => void;
  /** Looks at what all worktrees share, before a job begins and after it ended. */
  readonly watch: Pick<SharedWatch, 'begin' | 'look'>;
  /** Records that a job's prompt is about to be typed. */
  readonly recordSending: RecordSending;
  /** What is learnt of a running job's limits; resolves when it is recorded. */
  readonly onSign: (job: string, sign: LaneSign) => Promise<void>;
}

export type EffectOf<K extends EffectKind> = Extract<Effect, { kind: K }>;

/** Does one kind of effect. It may be called again for the same effect after a crash, so it first looks what is there. */
export type Handler<K extends EffectKind> = (
  effect: EffectOf<K>,
  context: EffectContext,
  signal: AbortSignal,
) => Promise<Outcome>;
