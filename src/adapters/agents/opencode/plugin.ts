import { pathToFileURL } from 'node:url';
import { parseJson } from '../parseJson.ts';

/**
 * The settings for one call with one more plugin: they come by a variable and are added to all others. What the variable
 * said before stays. Null when that is no plain JSON object, which opencode may read all the same.
 */
export function withPlugin(before: string | undefined, path: string): string | null {
  const settings = before === undefined || before === '' ? {} : parseJson(before);
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) return null;
  const plugins = 'plugin' in settings ? settings.plugin : [];
  if (!Array.isArray(plugins)) return null;
  return JSON.stringify({ ...settings, plugin: [...plugins, pathToFileURL(path).href] });
}

/**
 * A plugin that asks the guard before each tool and, so that it is known to run, at the start. It is read once, before the
 * agent does anything. Whatever goes wrong in it refuses the call.
 */
export const guardPlugin = (guard: string): string => `import { spawnSync } from 'node:child_process';

const ask = (call) => spawnSync('/bin/sh', ['-c', ${JSON.stringify(guard)}], { input: JSON.stringify(call), encoding: 'utf8' });

export const MamGuard = async ({ directory }) => {
  ask({ hook_event_name: 'SessionStart' });
  return {
    'tool.execute.before': async ({ tool }, { args }) => {
      const { status, stdout, stderr } = ask({ hook_event_name: 'BeforeTool', tool_name: tool, tool_input: args, cwd: directory });
      if (status !== 0) throw new Error(stderr || 'MAM could not look at this call, so it is refused.');
      if (stdout !== '') throw new Error(JSON.parse(stdout).reason);
    },
  };
};
`;
