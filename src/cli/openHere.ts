import { join } from 'node:path';
import type { Problem, Translate } from '../base/problem.ts';
import { ok, type Result } from '../base/result.ts';
import { createJsonLog } from '../adapters/system/jsonLog.ts';
import { userState } from '../adapters/store/userState.ts';
import type { App } from '../app/app.ts';
import type { Log } from '../app/ports/system.ts';
import type { RunnableEffects } from '../app/effects/runner.ts';
import { openApp } from '../host/openApp.ts';
import { installPrograms, type Programs } from '../host/programs.ts';
import type { Environment, OpenRequest } from './cli.ts';
import type { Installation } from './installation.ts';
import { createSettings } from './settings.ts';

interface Here {
  readonly cwd: string;
  readonly env: Environment;
  readonly installation: Installation;
  readonly t: Translate;
  /** For settings that don't hold. */
  readonly warn: (problem: Problem) => void;
}

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Opens the application as this process: with the CLI's settings, and programs copied to where an update can't reach them. */
export async function openHere(here: Here, request: OpenRequest): Promise<Result<App, Problem>> {
  const { env, installation, t } = here;
  const { settings, problems } = createSettings(env, request.settings ?? {});
  for (const one of problems) here.warn(one);
  const programs = await programsOf(installation, env);
  if (!programs.ok) return programs;
  return openApp({
    folder: request.folder ?? here.cwd,
    host: 'cli',
    label: t('mam in a terminal, pid {pid}', { pid: process.pid }),
    version: installation.version,
    settings: () => settings,
    log: env['MAM_LOG'] ? createJsonLog({ now: () => Date.now() }) : silent,
    programs: programs.value,
    env,
    mirrorOnly: request.mirrorOnly ?? false,
    ...effectsOf(request),
  });
}

function effectsOf({ effects = 'all' }: OpenRequest): { readonly effects?: RunnableEffects } {
  if (effects === 'all') return {};
  return { effects: typeof effects === 'string' ? effects : new Set(effects) };
}

/** From source, the programs are run as they stand there: what a developer changes is what runs next. */
export async function programsOf(
  { source, dist, version }: Installation,
  env: Environment,
): Promise<Result<Programs, Problem>> {
  if (source === null) return installPrograms(dist, userState(env), version);
  return ok({
    supervisor: join(source, 'src/adapters/process/supervisor/main.ts'),
    rehearsal: join(source, 'src/adapters/agents/rehearsal/main.ts'),
    guard: join(source, 'src/adapters/agents/guard/main.ts'),
    terminal: join(source, 'src/adapters/agents/terminal/main.ts'),
    place: join(source, 'src/adapters/terminals/launcher/main.ts'),
    bus: join(source, 'src/host/busBundle.ts'),
    bin: join(source, 'media/bin'),
  });
}
