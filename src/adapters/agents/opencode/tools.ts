import { parseJson } from '../parseJson.ts';
import type { HookCall, HookLaunch } from '../signs.ts';
import { toolServer } from '../toolServer.ts';

/** One more server for this start. Where the user's own settings can't be added to, they stay as they are. */
export function opencodeTools({ program, env }: HookCall): HookLaunch {
  const settings = withServer(env['OPENCODE_CONFIG_CONTENT'], program);
  return { args: [], env: settings === null ? {} : { OPENCODE_CONFIG_CONTENT: settings } };
}

function withServer(given: string | undefined, program: string): string | null {
  const settings = given === undefined || given === '' ? {} : parseJson(given);
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) return null;
  const held = 'mcp' in settings ? settings.mcp : {};
  if (typeof held !== 'object' || held === null) return null;
  const server = { type: 'local', command: [program, 'mcp'], enabled: true };
  return JSON.stringify({ ...settings, mcp: { ...held, [toolServer]: server } });
}
