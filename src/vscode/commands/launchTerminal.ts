import { launchTerminal } from '../terminals/agentTerminal.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { pickWorktree } from './pickWorktree.ts';

/** Opens an agent's own screen in a checkout that a person chose. */
export const createLaunchTerminal =
  (deps: CommandDeps, agent: 'codex' | 'claude'): CommandHandler =>
  async (path) => {
    const cwd = path ?? (await pickWorktree(deps.app, { withMain: true }));
    if (cwd === undefined) return;
    const settings = deps.settings();
    const configured = agent === 'codex' ? settings['mam.agents.codexPath'] : settings['mam.agents.claudePath'];
    launchTerminal({ agent, program: configured === '' ? agent : configured, cwd, binFolder: deps.app.binFolder });
  };
