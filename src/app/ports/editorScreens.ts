import type { Disposable } from '../../base/disposable.ts';
import type { TerminalPlan, TerminalWords } from './agentTerminals.ts';

/** The terminals of one window of an editor, as far as agent sessions need them. */
export interface EditorScreens {
  readonly version: string;
  /** What takes over when an agent has ended, and what a person reads then. */
  readonly shell: string;
  readonly words: TerminalWords;
  open(plan: TerminalPlan, cwd: string): void;
  /** Sends characters as if they were typed; false when this window has it not. */
  send(id: string, characters: string): Promise<boolean>;
  show(id: string): Promise<boolean>;
  /** Takes its tab away, if it is here. */
  drop(id: string): void;
  /** Announces that a terminal came, went, or told of a command; null is any. */
  watch(onChange: (id: string | null) => void): Disposable;
}
