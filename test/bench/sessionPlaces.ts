import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createPathWatch } from '../../src/adapters/files/watchPath.ts';
import { createSessionClient } from '../../src/adapters/process/supervisor/sessionClient.ts';
import { createHeadlessTerminals } from '../../src/adapters/terminals/headless/headlessTerminals.ts';
import type { Seat } from './waitingJob.ts';

/** Headless sessions of a repository with small programs that wait for their input, under its own supervisor. */
export async function sessionPlaces(root: string, dist: string, count: number) {
  const folder = join(root, '.git/mam');
  mkdirSync(folder, { recursive: true });
  const client = createSessionClient({ folder, program: join(dist, 'supervisor.cjs'), idleMs: 60_000 });
  const terminals = createHeadlessTerminals({
    client,
    supervisor: folder,
    folder: join(folder, 'places/headless'),
    version: '0',
    watchFolder: createPathWatch(),
  });
  const seats: Seat[] = [];
  for (let n = 0; n < count; n += 1) {
    const spec = {
      id: `s.${n}`,
      name: `s-${n}`,
      argv: ['cat'] as const,
      cwd: root,
      env: { PATH: process.env['PATH'] ?? '' },
    };
    const opened = await terminals.open(spec, new AbortController().signal);
    if (!opened.ok) throw new Error(opened.error.code);
    const { handle } = opened.value;
    seats.push({ backend: 'headless', handle, process: null });
  }
  return {
    seats,
    async close(): Promise<void> {
      for (const { handle } of seats) await terminals.close(handle, 0);
      client.dispose();
    },
  };
}
