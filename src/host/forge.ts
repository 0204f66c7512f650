import type { Forge } from '../app/ports/forge.ts';
import { laneEnvironment } from '../adapters/agents/laneEnvironment.ts';
import { createForge } from '../adapters/forge/chooseForge.ts';
import type { GitAdapter } from '../adapters/git/createGit.ts';
import { runProcess } from '../adapters/process/run.ts';
import { findOnPath, type FindProgram } from '../adapters/process/shellPath.ts';
import type { Settings } from '../protocol/settings.ts';

/** Where gh finds its settings and its sign-in, a key ring included. No agent gets these. */
const ghVariables = [
  'GH_TOKEN',
  'GITHUB_TOKEN',
  'GH_ENTERPRISE_TOKEN',
  'GITHUB_ENTERPRISE_TOKEN',
  'GH_HOST',
  'GH_CONFIG_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
];

/** The forge of a repository, with this host's sign-in and by the settings of now. */
export function createHostForge(deps: {
  readonly settings: () => Settings;
  readonly git: Pick<GitAdapter, 'remoteUrls'>;
  readonly controlRoot: string;
  readonly commonDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where gh is looked for; on the PATH unless said. */
  readonly find?: FindProgram;
}): Forge {
  const env = laneEnvironment(deps.env, ghVariables, {});
  return createForge({
    choice: () => deps.settings()['mam.forge'],
    url: () => deps.settings()['mam.forge.url'],
    giteaToken: deps.env['MAM_GITEA_TOKEN'] || deps.env['GITEA_TOKEN'] || null,
    remoteUrls: () => deps.git.remoteUrls(),
    program: async () => (await (deps.find ?? findOnPath)(['gh'], env)).path,
    cwd: deps.controlRoot,
    gitDir: deps.commonDir,
    env,
    run: runProcess,
  });
}
