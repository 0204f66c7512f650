import { join } from 'node:path';
import type { Problem } from '../base/problem.ts';
import { err, type Result } from '../base/result.ts';
import type { RunnableEffects } from '../app/effects/runner.ts';
import { redactAll } from '../core/privacy/redactLine.ts';
import { redactSecrets } from '../core/privacy/secrets.ts';
import type { App } from '../app/app.ts';
import { createApp } from '../app/createApp.ts';
import type { OwnerInfo } from '../app/ports/eventStore.ts';
import type { Ports } from '../app/ports.ts';
import type { RepositoryFacts } from '../app/ports/git.ts';
import type { Log } from '../app/ports/system.ts';
import { createLanes } from '../adapters/agents/lanes.ts';
import { laneEnvironment } from '../adapters/agents/laneEnvironment.ts';
import { createTranscripts } from '../adapters/agents/transcripts.ts';
import { withoutNpm } from '../adapters/agents/withoutNpm.ts';
import { createAgents } from '../adapters/agents/registry.ts';
import { createSessionAgents } from '../adapters/agents/sessionAgents.ts';
import { createSessionSigns } from '../adapters/agents/sessionSigns.ts';
import { createFolderSpool } from '../adapters/files/folderSpool.ts';
import { createNodeFiles } from '../adapters/files/nodeFiles.ts';
import { createPathWatch } from '../adapters/files/watchPath.ts';
import { createReportFiles } from '../adapters/files/reportFiles.ts';
import { createGit } from '../adapters/git/createGit.ts';
import { createOmc } from '../adapters/omc/createOmc.ts';
import { createCommands } from '../adapters/process/commands.ts';
import { runProcess } from '../adapters/process/run.ts';
import { findOnPath, type FindProgram } from '../adapters/process/shellPath.ts';
import { createSupervisor, type Supervisor } from '../adapters/process/supervisor/client.ts';
import { createSessionClient } from '../adapters/process/supervisor/sessionClient.ts';
import type { Seal } from '../adapters/store/seal.ts';
import { attempt } from '../adapters/store/access.ts';
import { openJobKeys } from '../adapters/store/jobKeys.ts';
import { createProcessFacts } from '../adapters/store/processFacts.ts';
import { createSqliteStore, type SqliteStore } from '../adapters/store/sqliteStore.ts';
import { userState } from '../adapters/store/userState.ts';
import { createPlaces } from '../adapters/terminals/registry.ts';
import { isRunning } from '../adapters/terminals/placeState.ts';
import { createMachine } from '../adapters/system/machine.ts';
import { createRandomIds } from '../adapters/system/randomIds.ts';
import { createSystemClock } from '../adapters/system/systemClock.ts';
import { laneVariables } from '../protocol/laneVariables.ts';
import type { Settings } from '../protocol/settings.ts';
import { createHostBus } from './bus.ts';
import { createHostForge } from './forge.ts';
import { createHostRegistry } from './hostRegistry.ts';
import type { Programs } from './programs.ts';
import { createHostShipping } from './shipping.ts';
import { makeStateFolder } from './stateFolder.ts';

export interface HostConfig {
  /** Any folder of the repository: its control root is found from there. */
  readonly folder: string;
  readonly host: OwnerInfo['host'];
  /** What people see when another host asks who owns the repository: `VS Code window, pid 4242`. */
  readonly label: string;
  readonly version: string;
  readonly settings: () => Settings;
  readonly log: Log;
  readonly programs: Programs;
  /** Environment of this host, from which lanes get an allow-listed part. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How programs are looked for; on the PATH of `env` alone unless said. */
  readonly find?: FindProgram;
  /** How long the supervisor stays without work and hosts, in milliseconds; half a minute unless said. */
  readonly supervisorIdleMs?: number;
  /** Keeps the head of the log beside the key file, as the editor's secret storage does. */
  readonly seals?: readonly Seal[];
  /** Shows the state and takes decisions, but runs no effect even where nobody else does. */
  readonly mirrorOnly?: boolean;
  /** The effects that this host runs when it is the owner; all unless said. */
  readonly effects?: RunnableEffects;
  /** Places of its own for agent sessions, for the repository that was found; they take precedence over the usual ones. */
  readonly terminals?: (facts: RepositoryFacts) => Ports['terminals'];
}

/** Opens the application on a repository with the real adapters. The one composition that editor, CLI and tests share. */
export async function openApp(config: HostConfig): Promise<Result<App, Problem>> {
  const clock = createSystemClock();
  const ids = createRandomIds();
  const log = redacting(config.log);
  const git = createGit({ folder: config.folder, env: config.env, run: runProcess });
  const facts = await git.facts();
  if (!facts.ok) return facts;
  const { controlRoot, commonDir } = facts.value;
  const folder = join(commonDir, 'mam');

  const stateFolder = userState(config.env);
  const barred = await makeStateFolder(stateFolder);
  if (barred) return err(barred);
  const store = await createSqliteStore({
    folder,
    host: config.host,
    version: config.version,
    label: config.label,
    clock,
    ids,
    stateFolder,
    ...(config.seals ? { seals: config.seals } : {}),
  });
  if (!store.ok) return store;
  const served = {
    folder,
    program: config.programs.supervisor,
    ...(config.supervisorIdleMs === undefined ? {} : { idleMs: config.supervisorIdleMs }),
  };
  const supervisor = createSupervisor(served);
  const sessionClient = createSessionClient(served);
  const find = config.find ?? findOnPath;
  const registry = createHostRegistry(config.settings, config.programs, find);
  const watchPath = createPathWatch();
  const spool = createFolderSpool({ folder: join(folder, 'spool'), log });
  const { keys, problem: unusable } = await openJobKeys(stateFolder, store.value.logId);
  if (unusable) log.warn('the key of the jobs can’t be used', { code: unusable.code, ...unusable.params });

  const shipping = createHostShipping({
    supervisor,
    find,
    folder: join(folder, 'ship'),
    settings: config.settings,
    env: config.env,
  });

  const release = async (): Promise<void> => {
    spool.dispose();
    supervisor.dispose();
    sessionClient.dispose();
    await store.value.close();
  };
  const open = createApp(
    {
      store: store.value,
      git,
      forge: createHostForge({ settings: config.settings, git, controlRoot, commonDir, env: config.env, find }),
      transcripts: createTranscripts(registry),
      lanes: createLanes({ supervisor, registry, env: config.env }),
      agents: createAgents({ registry, env: config.env, cwd: controlRoot }),
      teams: createOmc({ run: runProcess, find, folder: controlRoot, env: withoutNpm(config.env) }),
      commands: createCommands({
        supervisor,
        find,
        folder: join(folder, 'checks'),
        env: laneEnvironment(config.env, [], {}),
      }),
      files: createNodeFiles({ roots: [controlRoot, commonDir], watchPath }),
      spool,
      reports: createReportFiles(),
      terminals: {
        ...createPlaces({
          folder,
          controlRoot,
          herdrSession: () => config.settings()['mam.herdr.session'],
          env: config.env,
          run: runProcess,
          find,
          program: [process.execPath, config.programs.place],
          client: sessionClient,
          version: config.version,
          watchFolder: watchPath,
        }),
        ...config.terminals?.(facts.value),
      },
      sessionAgents: createSessionAgents({ registry, env: config.env, bin: config.programs.bin }),
      machine: createMachine(() => createProcessFacts().self(), isRunning),
      signs: createSessionSigns({ registry, env: config.env, clock, watch: watchPath }),
      keys,
      clock,
      ids,
      log,
    },
    {
      release,
      bus: createHostBus({ program: config.programs.bus, folder, keys, env: config.env, watchPath }),
      shipping,
      facts: facts.value,
      binFolder: config.programs.bin,
      mirrorOnly: config.mirrorOnly ?? false,
      ...(config.effects ? { effects: config.effects } : {}),
      settings: config.settings,
      modelWishes: laneVariables(config.env),
      laneEnv: { MAM_BIN: config.programs.bin, MAM_NODE: process.execPath, MAM_SPOOL: join(folder, 'spool') },
    },
  );
  // A log that fails now is told like one that could not be opened at all, and nothing stays open.
  const opened = await attempt(() => open, store.value.path).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  const app = opened.ok ? opened.value : opened;
  if (!app.ok) await release();
  else if (app.value.role === 'owner') {
    void copyLog(store.value, log);
    void endLeft(supervisor, log);
  }
  return app;
}

/** Ends what a supervisor left that was killed together with its host. Nobody waits for it. */
async function endLeft(supervisor: Supervisor, log: Log): Promise<void> {
  const ended = await supervisor.endLeft();
  if (!ended.ok) log.warn('what a killed supervisor left could not be ended', { code: ended.error.code });
}

/** Makes the day's copy of the log. Nobody waits for it, and work goes on without one. */
async function copyLog(store: SqliteStore, log: Log): Promise<void> {
  try {
    const copy = await store.backup();
    if (!copy.ok) log.warn('the log could not be copied', { code: copy.error.code });
  } catch (error) {
    log.error('the log could not be copied', { reason: String(error) });
  }
}

/** No secret reaches a log, whoever writes the line. */
const redacting = (log: Log): Log => ({
  info: (message, fields) => log.info(redactSecrets(message), clean(fields)),
  warn: (message, fields) => log.warn(redactSecrets(message), clean(fields)),
  error: (message, fields) => log.error(redactSecrets(message), clean(fields)),
});

const clean = (fields: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, redactAll(value instanceof Error ? String(value) : value)]),
  );
