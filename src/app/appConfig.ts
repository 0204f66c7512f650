import type { BusConfig } from './bus/service.ts';
import type { RunnableEffects } from './effects/runner.ts';
import type { ModelWishes } from '../core/model/types.ts';
import type { Settings } from '../protocol/settings.ts';
import type { RepositoryFacts } from './ports/git.ts';
import type { Shipping } from './ports/shipping.ts';

/** What a host tells the application of itself, beside its ports. */
export interface AppConfig {
  readonly facts: RepositoryFacts;
  readonly binFolder: string;
  readonly settings: () => Settings;
  /** What the host's environment says of the models of lanes; the settings count over it. */
  readonly modelWishes: ModelWishes;
  readonly laneEnv: Readonly<Record<string, string>>;
  /** Absent where nobody is told anything. */
  readonly bus?: BusConfig;
  /** Absent where nothing can ship. */
  readonly shipping?: Shipping;
  /** Shows the state and takes decisions, but runs no effect even where nobody else does. */
  readonly mirrorOnly?: boolean;
  /** The effects that this host runs when it is the owner; all unless said. */
  readonly effects?: RunnableEffects;
  /** Ends what the ports hold, after the application let go of them. */
  readonly release: () => Promise<void>;
}
