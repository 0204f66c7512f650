import type { Clock } from '../base/clock.ts';
import type { Backend } from '../core/agentSession/types.ts';
import type { Agents, Lanes } from './ports/agents.ts';
import type { Commands } from './ports/commands.ts';
import type { EventStore } from './ports/eventStore.ts';
import type { Files, Spool } from './ports/files.ts';
import type { Forge } from './ports/forge.ts';
import type { Git } from './ports/git.ts';
import type { JobKeys } from './ports/jobKeys.ts';
import type { Reports } from './ports/reports.ts';
import type { Machine } from './ports/machine.ts';
import type { SessionAgents } from './ports/sessionAgents.ts';
import type { SessionSigns } from './ports/sessionSigns.ts';
import type { Ids, Log } from './ports/system.ts';
import type { Teams } from './ports/teams.ts';
import type { Terminals } from './ports/terminals.ts';
import type { Transcripts } from './ports/transcripts.ts';

/** Everything the application needs of the world. Each port is described in a file of its own in `ports/`. */
export interface Ports {
  readonly store: EventStore;
  readonly git: Git;
  readonly forge: Forge;
  readonly lanes: Lanes;
  readonly teams: Teams;
  readonly agents: Agents;
  readonly transcripts: Transcripts;
  readonly commands: Commands;
  readonly files: Files;
  readonly spool: Spool;
  readonly reports: Reports;
  /** Where agent sessions can run in this host. */
  readonly terminals: Readonly<Partial<Record<Backend, Terminals>>>;
  readonly sessionAgents: SessionAgents;
  readonly machine: Machine;
  readonly signs: SessionSigns;
  readonly keys: JobKeys;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}
