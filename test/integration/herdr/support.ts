import { join } from 'node:path';
import { createHerdrCalls, type HerdrCalls } from '../../../src/adapters/terminals/herdr/calls.ts';
import type { Problem } from '../../../src/base/problem.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { serveHerdr, type FakeHerdr } from '../../fakes/fakeHerdr/fakeHerdr.ts';
import type { Pane } from '../../fakes/fakeHerdr/world.ts';

type Options = Partial<Parameters<typeof serveHerdr>[0]>;

/** A server for each test of the `describe` that calls this, once it is asked for. */
export function useHerdr(): {
  serve(options?: Options): Promise<FakeHerdr>;
  /** Asks the server that was served; `timeoutMs` per answer. */
  calls(timeoutMs?: number): HerdrCalls;
  socketPath(): string;
  folder(): string;
} {
  const folder = useTempFolder();
  let servers: FakeHerdr[] = [];
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.close()));
    servers = [];
  });
  const socketPath = (): string => join(folder(), 'herdr.sock');
  return {
    folder,
    socketPath,
    async serve(options) {
      const server = await serveHerdr({ socketPath: socketPath(), ...options });
      servers.push(server);
      return server;
    },
    calls: (timeoutMs = 5_000) =>
      createHerdrCalls({ place: () => ({ path: socketPath(), session: 'shop' }), timeoutMs }),
  };
}

/** A pane of MAM's with a program that waits, as `open` makes one. */
export async function addPane({ world }: FakeHerdr, id: string, folder: string): Promise<Pane> {
  const { tab } = await world.createWorkspace(`Agent ${id}`, folder, {});
  return world.replace(tab, `Agent ${id} [${id}]`, folder, ['sleep', '600'], {});
}

export const sentence = ({ text, params }: Problem): string =>
  text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(params[name]));
