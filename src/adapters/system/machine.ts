import { statfs } from 'node:fs/promises';
import type { Machine } from '../../app/ports/machine.ts';

/** How the system tells what stays the same while this host lives. */
interface Identity {
  readonly boot: string | null;
  readonly pidNamespace: string | null;
}

/** `look` is asked once. */
export function createMachine(look: () => Promise<Identity>, runs: Machine['runs']): Machine {
  let asked: Promise<Identity> | null = null;
  const identity = (): Promise<Identity> => (asked ??= look());
  return {
    runs,
    freeBytes: (folder) =>
      statfs(folder).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => null,
      ),
    bootId: async () => (await identity()).boot,
    pidNamespace: async () => (await identity()).pidNamespace,
  };
}
