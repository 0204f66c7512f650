import type { HookCall, HookLaunch } from '../signs.ts';
import { toolServer } from '../toolServer.ts';

/** One more server for this start, whose tools nobody is asked about: they only speak for the agent's own job, or look. */
export const claudeTools = ({ program }: HookCall): HookLaunch => ({
  args: [
    '--mcp-config',
    JSON.stringify({ mcpServers: { [toolServer]: { command: program, args: ['mcp'] } } }),
    '--allowedTools',
    `mcp__${toolServer}`,
  ],
  env: {},
});
