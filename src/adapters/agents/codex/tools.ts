import type { HookCall, HookLaunch } from '../signs.ts';
import { toolServer, toolVariables } from '../toolServer.ts';

/** One more server for this start. It runs outside of codex' sandbox, and gets no variable that is not named. */
export const codexTools = ({ program }: HookCall): HookLaunch => {
  const settings = { command: program, args: ['mcp'], env_vars: toolVariables };
  // JSON's texts and lists are TOML's as well.
  const args = Object.entries(settings).flatMap(([name, value]) => [
    '-c',
    `mcp_servers.${toolServer}.${name}=${JSON.stringify(value)}`,
  ]);
  return { args, env: {} };
};
