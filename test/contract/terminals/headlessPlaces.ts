import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createPathWatch } from '../../../src/adapters/files/watchPath.ts';
import { readEndpoint } from '../../../src/adapters/process/supervisor/endpoint.ts';
import { createSessionClient, type SessionClient } from '../../../src/adapters/process/supervisor/sessionClient.ts';
import { createHeadlessTerminals } from '../../../src/adapters/terminals/headless/headlessTerminals.ts';
import type { Terminals } from '../../../src/app/ports/terminals.ts';
import { until } from '../../until.ts';
import { realAgent, type PlacesUnderTest } from './placesUnderTest.ts';

const program = join(import.meta.dirname, '../../../src/adapters/process/supervisor/main.ts');

/** Places under a supervisor whose folder is in this one. */
export function headlessIn(folder: string): { readonly terminals: Terminals; readonly client: SessionClient } {
  const supervisor = join(folder, 'mam');
  mkdirSync(supervisor, { recursive: true });
  const client = createSessionClient({ folder: supervisor, program, idleMs: 200 });
  const terminals = createHeadlessTerminals({
    client,
    supervisor,
    folder: join(supervisor, 'places/headless'),
    version: '1.2.3',
    watchFolder: createPathWatch(),
  });
  return { terminals, client };
}

/** Ends the supervisor of the folder, and with it what it runs. */
async function endSupervisor(folder: string): Promise<void> {
  const endpoint = readEndpoint(join(folder, 'mam'));
  if (endpoint === null) return;
  try {
    process.kill(endpoint.pid, 'SIGTERM');
  } catch {
    return;
  }
  await until('the end of the supervisor', () => readEndpoint(join(folder, 'mam')) === null, 10_000);
}

export function headlessPlaces(folder: string): PlacesUnderTest {
  const hosts = [headlessIn(folder)];
  return {
    terminals: hosts[0]!.terminals,
    second() {
      const host = headlessIn(folder);
      hosts.push(host);
      return host.terminals;
    },
    folder,
    ...realAgent(folder),
    async close() {
      for (const { client } of hosts) client.dispose();
      await endSupervisor(folder);
    },
  };
}
