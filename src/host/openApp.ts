import { join } from 'node:path';
import type { Problem } from '../base/problem.ts';
import type { Result } from '../base/result.ts';
import type { EffectKind } from '../core/effect.ts';
import { redactAll } from '../core/privacy/redactLine.ts';
import { redactSecrets } from '../core/privacy/secrets.ts';
import type { App } from '../app/app.ts';
import { createApp } from '../app/createApp.ts';
import type { OwnerInfo } from '../app/ports/eventStore.ts';
import type { Log } from '../app/ports/system.ts';
import { createLanes } from '../adapters/agents/lanes.ts';
import { laneEnvironment } from '../adapters/agents/laneEnvironment.ts';
import { withoutNpm } from '../adapters/agents/withoutNpm.ts';
import { createAgents, createRegistry } from '../adapters/agents/registry.ts';
import { createFolderSpool } from '../adapters/files/folderSpool.ts';
import { createNodeFiles } from '../adapters/files/nodeFiles.ts';
import { createGit } from '../adapters/git/createGit.ts';
import { createCommands } from '../adapters/process/commands.ts';
import { runProcess } from '../adapters/process/run.ts';
import { createSupervisor } from '../adapters/process/supervisor/client.ts';
import type { Seal } from '../adapters/store/seal.ts';
import { attempt } from '../adapters/store/access.ts';
import { createSqliteStore, type SqliteStore } from '../adapters/store/sqliteStore.ts';
import { userState } from '../adapters/store/userState.ts';
import { createRandomIds } from '../adapters/system/randomIds.ts';
import { createSystemClock } from '../adapters/system/systemClock.ts';
import { laneVariables } from '../protocol/laneVariables.ts';
import type { Settings } from '../protocol/settings.ts';
import { createHostForge } from './forge.ts';
import type { Programs } from './programs.ts';
import { createShipping, shipEnvironment } from './shipping.ts';

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
  /** How long the supervisor stays without work and hosts, in milliseconds; half a minute unless said. */
  readonly supervisorIdleMs?: number;
  /** Keeps the head of the log beside the key file, as the editor's secret storage does. */
  readonly seals?: readonly Seal[];
  /** Shows the state and takes decisions, but runs no effect even where nobody else does. */
  readonly mirrorOnly?: boolean;
  /** The kinds of effects that this host runs when it is the owner; all unless said. */
  readonly effects?: ReadonlySet<EffectKind>;
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

  const store = await createSqliteStore({
    folder,
    host: config.host,
    version: config.version,
    label: config.label,
    clock,
    ids,
    stateFolder: userState(config.env),
    ...(config.seals ? { seals: config.seals } : {}),
  });
  if (!store.ok) return store;
  const supervisor = createSupervisor({
    folder,
    program: config.programs.supervisor,
    ...(config.supervisorIdleMs === undefined ? {} : { idleMs: config.supervisorIdleMs }),
  });
  const registry = createRegistry({
    rehearsalProgram: [process.execPath, config.programs.rehearsal],
    guardProgram: [process.execPath, config.programs.guard],
    chosenPath: (agent) => chosenPaths(config.settings())[agent] ?? '',
    custom: () => config.settings()['mam.agents.custom'],
    signIn: (agent) => config.settings()['mam.agents.auth'][agent],
  });
  const spool = createFolderSpool({ folder: join(folder, 'spool'), log });

  const shipping = createShipping({
    commands: createCommands({
      supervisor,
      folder: join(folder, 'ship'),
      env: shipEnvironment(withoutNpm(config.env)),
    }),
    settings: config.settings,
    env: config.env,
    stateFolder: userState(config.env),
  });

  const release = async (): Promise<void> => {
    spool.dispose();
    supervisor.dispose();
    await store.value.close();
  };
  const open = createApp(
    {
      store: store.value,
      git,
      forge: createHostForge({ settings: config.settings, git, controlRoot, commonDir, env: config.env }),
      lanes: createLanes({ supervisor, registry, env: config.env }),
      agents: createAgents({ registry, env: config.env, cwd: controlRoot }),
      commands: createCommands({
        supervisor,
        folder: join(folder, 'checks'),
        env: laneEnvironment(config.env, [], {}),
      }),
      files: createNodeFiles({ roots: [controlRoot, commonDir] }),
      spool,
      clock,
      ids,
      log,
    },
    {
      release,
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
  else if (app.value.role === 'owner') void copyLog(store.value, log);
  return app;
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

const chosenPaths = (settings: Settings): Readonly<Record<string, string>> => ({
  codex: settings['mam.agents.codexPath'],
  claude: settings['mam.agents.claudePath'],
});

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
