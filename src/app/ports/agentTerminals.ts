import type { Disposable } from '../../base/disposable.ts';
import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import type { SessionSpec } from './terminals.ts';

/** How an agent's terminal stands. */
export interface TerminalNote {
  readonly id: string;
  readonly agent: string;
  /** Name of the agent. */
  readonly name: string;
  readonly cwd: string;
  readonly openedAt: string;
  /** The terminal's own process, which the editor knows too. */
  readonly pid: number;
  /** The agent runs, it has ended and a shell is there, or the terminal was closed. */
  readonly state: 'agent' | 'shell' | 'closed';
  readonly since: string;
  readonly code: number | null;
  readonly signal: string | null;
  /** Whether its process is still there. */
  readonly alive: boolean;
  /** It is the place of an agent session; a person opened the others. */
  readonly session?: true | undefined;
  /** The agent's own process, once it was started. */
  readonly runs?: { readonly pid: number; readonly startTime: string | null } | undefined;
  /** Why the agent could not be started. */
  readonly failed?: string | undefined;
}

/** What the terminal itself tells a person; `{code}` and `{reason}` stand for what only shows then. */
export interface TerminalWords {
  readonly ended: string;
  readonly failed: string;
  readonly again: string;
}

/** What an editor starts as the process of a terminal, with exactly this environment. */
export interface TerminalPlan {
  readonly id: string;
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Agents' own screens, opened for a person. What runs there outlives the window. */
export interface AgentTerminals {
  /** Agents that have a screen. */
  agents(): readonly { readonly id: string; readonly name: string }[];
  /** Whether the agent's program is there. */
  isInstalled(agent: string): Promise<boolean>;
  /**
   * Everything that a terminal of the agent is started with, or why it can't be. `shell` takes over when the agent has
   * ended; `added` are variables of the place.
   */
  plan(
    agent: string,
    cwd: string,
    shell: string,
    words: TerminalWords,
    added: Readonly<Record<string, string>>,
  ): Promise<Result<TerminalPlan, Problem>>;
  /** The same for an agent session, whose program and environment are given. */
  planSession(spec: SessionSpec, shell: string, words: TerminalWords): Promise<TerminalPlan>;
  /** The id that a plan's arguments carry; null for those of any other program. */
  idOf(args: readonly string[]): string | null;
  notes(): Promise<readonly TerminalNote[]>;
  /** The note of one terminal; null when there is none. */
  note(id: string): Promise<TerminalNote | null>;
  forget(id: string): Promise<void>;
  /** Announces that a note may have changed. */
  watch(onChange: () => void): Disposable;
}
