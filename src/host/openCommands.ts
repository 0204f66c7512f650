import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disposable } from '../base/disposable.ts';
import type { Commands } from '../app/ports/commands.ts';
import { laneEnvironment } from '../adapters/agents/laneEnvironment.ts';
import { createCommands } from '../adapters/process/commands.ts';
import { createSupervisor } from '../adapters/process/supervisor/client.ts';

/** Runs commands in a repository without opening its log, with the environment that checks get. */
export async function openCommands(deps: {
  readonly commonDir: string;
  /** Program of the supervisor, by absolute path. */
  readonly supervisor: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}): Promise<Commands & Disposable> {
  const folder = join(deps.commonDir, 'mam');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const supervisor = createSupervisor({ folder, program: deps.supervisor });
  const commands = createCommands({
    supervisor,
    folder: join(folder, 'checks'),
    env: laneEnvironment(deps.env, [], {}),
  });
  return { run: (spec, signal) => commands.run(spec, signal), dispose: () => supervisor.dispose() };
}
