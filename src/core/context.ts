import type { Actor } from './actor.ts';

/** What the pure core gets from outside for one command: who, when, and ids that it can draw. */
export interface Context {
  readonly actor: Actor;
  /** UTC, second precision. */
  readonly at: string;
  /** Awake milliseconds of the control root. */
  readonly awakeMs: number;
  /** Draws a new id; the n-th of a command is always the same one, so that a repeated decision gives the same events. */
  readonly id: () => string;
  /** Takes out of a text of an agent or a person what must not be kept, by the settings of now. */
  readonly redact: (text: string) => string;
}
