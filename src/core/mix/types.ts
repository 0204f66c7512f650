/** Shares of work that the agents should get, as whole numbers from 0 on. */
export interface MixTarget {
  readonly claude: number;
  readonly codex: number;
}

/** The agents that work is shared between. */
export type MixAgent = keyof MixTarget;
