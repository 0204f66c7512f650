import { laneEnvironment } from '../adapters/agents/laneEnvironment.ts';
import { createRegistry, type AgentRegistry } from '../adapters/agents/registry.ts';
import { askShellPath, createProgramFinder, type FindProgram } from '../adapters/process/shellPath.ts';
import type { Settings } from '../protocol/settings.ts';
import { chosenPath } from './agentPaths.ts';
import type { Programs } from './programs.ts';

/** Asks the person's shell for its PATH, in a host that has their home but perhaps not their PATH. */
const shellPath =
  (host: Readonly<Record<string, string | undefined>>, cwd: string) => async (): Promise<string | null> => {
    const shell = host['SHELL'] ?? '';
    return process.platform === 'win32' ? null : askShellPath({ shell, cwd, env: laneEnvironment(host, [], {}) });
  };

/** Looks for programs where the person's terminals do, too. It asks their shell once, so a host makes one for all. */
export const shellFinder = (env: Readonly<Record<string, string | undefined>>, cwd: string): FindProgram =>
  createProgramFinder(shellPath(env, cwd));

/** All agents, as the settings of now have them. */
export const createHostRegistry = (
  settings: () => Settings,
  programs: Pick<Programs, 'rehearsal' | 'guard'>,
  find: FindProgram,
): AgentRegistry =>
  createRegistry({
    find,
    rehearsalProgram: [process.execPath, programs.rehearsal],
    guardProgram: [process.execPath, programs.guard],
    chosenPath: (agent) => chosenPath(settings(), agent),
    custom: () => settings()['mam.agents.custom'],
    signIn: (agent) => settings()['mam.agents.auth'][agent],
  });
