import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';

/** A process that is to be started for an agent session. */
export interface LaunchWish {
  readonly agent: string;
  /** The id of the conversation; null where the agent gives it one by itself. */
  readonly conversation: string | null;
  /** Go on with it, instead of beginning it. One in which nothing was said yet begins anew, under its id. */
  readonly resume: boolean;
  /** Something is known to have been said in it: it is gone on with, or refused where its agent has it no more. */
  readonly spoken: boolean;
  /** It has a terminal, whether or not MAM can read what stands there. */
  readonly terminal: boolean;
  /** What MAM adds to the environment. */
  readonly env: Readonly<Record<string, string>>;
}

export interface Launch {
  readonly argv: readonly [string, ...string[]];
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** What differs between agents when one is started for people and jobs to talk with. */
export interface SessionAgents {
  /**
   * A new id for a conversation where the agent takes one of MAM's choosing, else null; a problem for an agent without
   * sessions, and for one that needs a terminal where there is none.
   */
  newConversation(agent: string, terminal: boolean): Result<string | null, Problem>;
  /** The command and the environment, or why it can't be started or resumed. */
  launch(wish: LaunchWish): Promise<Result<Launch, Problem>>;
}
