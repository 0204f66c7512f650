import type { Actor } from './actor.ts';
import type { PoolSample } from './poolTune/types.ts';

/** The two clocks: what people call now, and the time in which this machine was awake. */
export interface Now {
  /** UTC, second precision. */
  readonly at: string;
  /** Awake milliseconds of the control root. */
  readonly awakeMs: number;
}

/** What the pure core gets from outside for one command: who, when, and ids that it can draw. */
export interface Context extends Now {
  readonly actor: Actor;
  /** Draws a new id; the n-th of a command is always the same one, so that a repeated decision gives the same events. */
  readonly id: () => string;
  /** Lanes that may run at once, of all loops and batches together; at least 1. */
  readonly mostLanes: number;
  /** What the machine says to whoever decides how many tasks are at work at once; recorded with what is decided. */
  readonly samplePool: () => PoolSample;
  /** SHA-256 of the token of a job's attempt, in hex. */
  readonly tokenHash: (job: string, attempt: number) => string;
  /** Takes out of a text of an agent or a person what must not be kept, by the settings of now. */
  readonly redact: (text: string) => string;
}
