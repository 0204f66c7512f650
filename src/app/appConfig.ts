import type { EffectKind } from '../core/effect.ts';
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
  /** Absent where nothing can ship. */
  readonly shipping?: Shipping;
  /** Shows the state and takes decisions, but runs no effect even where nobody else does. */
  readonly mirrorOnly?: boolean;
  /** The kinds of effects that this host runs when it is the owner; all unless said. */
  readonly effects?: ReadonlySet<EffectKind>;
  /** Ends what the ports hold, after the application let go of them. */
  readonly release: () => Promise<void>;
}
