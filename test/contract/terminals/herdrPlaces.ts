import { join } from 'node:path';
import { createPathWatch } from '../../../src/adapters/files/watchPath.ts';
import { createHerdrTerminals } from '../../../src/adapters/terminals/herdr/herdrTerminals.ts';
import type { Terminals } from '../../../src/app/ports/terminals.ts';
import { serveHerdr, type FakeHerdr } from '../../fakes/fakeHerdr/fakeHerdr.ts';
import { realAgent, type PlacesUnderTest } from './placesUnderTest.ts';
import { launcher } from './tmuxPlaces.ts';

const herdrSocket = (folder: string): string => join(folder, 'herdr.sock');

/** Places in the herdr server whose socket is in the folder. */
export const herdrIn = (folder: string, timeoutMs = 5_000): Terminals =>
  createHerdrTerminals({
    chosen: () => '',
    controlRoot: folder,
    env: { HERDR_SOCKET_PATH: herdrSocket(folder) },
    folder: join(folder, 'notes of places'),
    program: [process.execPath, launcher],
    watchFolder: createPathWatch(),
    timeoutMs,
  });

/** A stand-in of the documented socket; no test has a herdr. */
export async function herdrPlaces(
  folder: string,
  options: Partial<Parameters<typeof serveHerdr>[0]>,
): Promise<PlacesUnderTest> {
  const server: FakeHerdr = await serveHerdr({ socketPath: herdrSocket(folder), ...options });
  return {
    terminals: herdrIn(folder),
    second: () => herdrIn(folder),
    folder,
    ...realAgent(folder),
    close: () => server.close(),
  };
}
