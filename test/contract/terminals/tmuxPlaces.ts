import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPathWatch } from '../../../src/adapters/files/watchPath.ts';
import { listProcesses } from '../../../src/adapters/process/processTable.ts';
import { runProcess } from '../../../src/adapters/process/run.ts';
import { findOnPath } from '../../../src/adapters/process/shellPath.ts';
import { createTmuxTerminals, type TmuxTerminalsOptions } from '../../../src/adapters/terminals/tmux/tmuxTerminals.ts';
import type { Terminals } from '../../../src/app/ports/terminals.ts';
import { until } from '../../until.ts';
import { realAgent, type PlacesUnderTest } from './placesUnderTest.ts';

export const launcher = join(import.meta.dirname, '../../../src/adapters/terminals/launcher/main.ts');

/** Places in a tmux whose sockets are in the folder. */
export function tmuxIn(folder: string, changes: Partial<TmuxTerminalsOptions> = {}): Terminals {
  return createTmuxTerminals({
    run: runProcess,
    find: findOnPath,
    // As a host that itself runs in a tmux of the person's.
    env: { ...process.env, TMUX: '/nowhere/default,1,0', TMUX_PANE: '%0' },
    socket: 'mam-test',
    socketFolder: folder,
    folder: join(folder, 'notes of places'),
    program: [process.execPath, launcher],
    watchFolder: createPathWatch(),
    ...changes,
  });
}

/** Ends the server of the folder and whatever is in it. */
async function endTmux(folder: string): Promise<void> {
  const env = { PATH: process.env['PATH'] ?? '', TMUX_TMPDIR: folder };
  await runProcess({ argv: ['tmux', '-L', 'mam-test', 'kill-server'], cwd: '/', env });
  // The server has an environment of its own, so that no other check for what is left finds it.
  await until(
    'all of it to end',
    async () => !(await listProcesses()).some(({ pid }) => mentions(pid, folder)),
    10_000,
  );
}

function mentions(pid: number, folder: string): boolean {
  try {
    const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return line.includes(folder) && (line.includes('tmux') || line.includes(launcher) || line.includes('placeAgent'));
  } catch {
    return false;
  }
}

export function tmuxPlaces(folder: string): PlacesUnderTest {
  return {
    terminals: tmuxIn(folder),
    second: () => tmuxIn(folder),
    folder,
    ...realAgent(folder),
    close: () => endTmux(folder),
  };
}
