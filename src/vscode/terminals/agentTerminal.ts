import { env, TerminalLocation, ThemeIcon, Uri, type TerminalOptions } from 'vscode';
import { ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../base/problem.ts';
import type { AgentTerminals, TerminalPlan, TerminalWords } from '../../app/ports/agentTerminals.ts';
import { folderName } from '../../app/views/words.ts';
import { t } from '../translate.ts';

/** What a terminal in this folder tells a person by itself. */
export const terminalWords = (folder: string | null): TerminalWords => {
  const place = folder ?? t('its folder');
  return {
    ended: t('The agent has ended ({code}). This is a shell in {folder}; `mam status` says how the loop stands.', {
      code: '{code}',
      folder: place,
    }),
    failed: t('The agent could not be started: {reason}. This is a shell in {folder}.', {
      reason: '{reason}',
      folder: place,
    }),
    again: t('The agent ended with the editor. This is a shell in {folder}; the Sessions view opens the agent again.', {
      folder: place,
    }),
  };
};

/**
 * An agent's own screen as an editor tab. The terminal's process is MAM's: it runs the agent, writes down how that ended,
 * and leaves a shell there. The environment is all that the agent gets, so nothing of the window's reaches it.
 */
export const optionsOf = ({ name, program, args, env: environment }: TerminalPlan, cwd: string): TerminalOptions => ({
  name,
  shellPath: program,
  shellArgs: [...args],
  cwd: Uri.file(cwd),
  env: environment,
  strictEnv: true,
  iconPath: new ThemeIcon('robot'),
  location: TerminalLocation.Editor,
  isTransient: false,
});

/** What a new terminal of an agent is made with, or why there can't be one. */
export const terminalOptions = async (
  terminals: AgentTerminals,
  agent: string,
  cwd: string,
  added: Readonly<Record<string, string>>,
): Promise<Result<TerminalOptions, Problem>> => {
  const folder = folderName(cwd);
  const plan = await terminals.plan(agent, cwd, env.shell, terminalWords(folder), added);
  return plan.ok ? ok({ ...optionsOf(plan.value, cwd), name: t('{agent} in {folder}', { agent, folder }) }) : plan;
};
