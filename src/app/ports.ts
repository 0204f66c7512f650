import type { Clock } from '../base/clock.ts';
import type { Agents, Lanes } from './ports/agents.ts';
import type { Commands } from './ports/commands.ts';
import type { EventStore } from './ports/eventStore.ts';
import type { Files, Spool } from './ports/files.ts';
import type { Forge } from './ports/forge.ts';
import type { Git } from './ports/git.ts';
import type { Ids, Log } from './ports/system.ts';

/** Everything the application needs of the world. Each port is described in a file of its own in `ports/`. */
export interface Ports {
  readonly store: EventStore;
  readonly git: Git;
  readonly forge: Forge;
  readonly lanes: Lanes;
  readonly agents: Agents;
  readonly commands: Commands;
  readonly files: Files;
  readonly spool: Spool;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}
