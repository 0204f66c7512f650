import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import { dirname } from 'node:path';
import type { Machine } from '../../app/ports/machine.ts';

/** How the system tells what stays the same while this host lives. */
interface Identity {
  readonly machine: string;
  readonly boot: string | null;
  readonly pidNamespace: string | null;
}

/** `look` is asked once. */
export function createMachine(look: () => Promise<Identity>, runs: Machine['runs']): Machine {
  let asked: Promise<Identity> | null = null;
  const identity = (): Promise<Identity> => (asked ??= look());
  return {
    runs,
    isNativeWindows: process.platform === 'win32',
    // Windows always says 0.
    load: () => (process.platform === 'win32' ? null : (loadavg()[0] ?? 0) / availableParallelism()),
    machineId: async () => (await identity()).machine,
    bootId: async () => (await identity()).boot,
    pidNamespace: async () => (await identity()).pidNamespace,
    // A server may have this machine's own address, or all of them; not every system lets both stand in each other's way.
    serves: async (port) => (await isHeld(port, '127.0.0.1')) || (await isHeld(port, undefined)),
    freeBytes,
  };
}

/** Whether nobody else can listen there. Nothing is sent to whoever does. */
const isHeld = (port: number, host: string | undefined): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve('code' in error && error.code === 'EADDRINUSE'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(false)));
  });

async function freeBytes(path: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch {
    return dirname(path) === path ? null : freeBytes(dirname(path));
  }
}
