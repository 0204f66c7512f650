import { join } from 'node:path';
import { openApp } from '../../src/host/openApp.ts';
import type { App } from '../../src/app/app.ts';
import { settingsWith } from '../builders/settings.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A headless host of a repository, with the built programs of a folder. */
export async function openBuilt(root: string, dist: string): Promise<App> {
  const settings = settingsWith();
  const opened = await openApp({
    folder: root,
    host: 'test',
    label: `bench, pid ${process.pid}`,
    version: '0.0.0',
    settings: () => settings,
    log: quiet,
    programs: {
      supervisor: join(dist, 'supervisor.cjs'),
      rehearsal: join(dist, 'rehearsal-agent.cjs'),
      guard: join(dist, 'guard.cjs'),
      terminal: join(dist, 'agent-terminal.cjs'),
      place: join(dist, 'session-place.cjs'),
      bus: join(dist, 'bus.cjs'),
      bin: join(dist, 'bin'),
    },
    env: process.env,
    supervisorIdleMs: 60_000,
  });
  if (!opened.ok) throw new Error(`${opened.error.code} ${JSON.stringify(opened.error.params)}`);
  return opened.value;
}
