import type { Disposable } from '../../base/disposable.ts';
import type { BrokerDoor } from '../../app/ports/bus.ts';
import type { BrokerFolder } from './brokerFolder.ts';
import { guestName, subscriberName } from './permissions.ts';

export interface DoorDeps {
  readonly folder: BrokerFolder;
  readonly guestPassword: (job: string) => string;
  readonly watchPath: (path: string, onChange: () => void) => Disposable;
}

/** The way to the owner's broker from any process of its user. Loads nothing of the broker. */
export function createBrokerDoor({ folder, guestPassword, watchPath }: DoorDeps): BrokerDoor {
  return {
    isNeeded: () => folder.isNeeded(),
    need: () => folder.need(),
    watch: (onChange) => {
      const watched = [watchPath(folder.needPath, onChange), watchPath(folder.notePath, onChange)];
      return {
        dispose: () => {
          for (const one of watched) one.dispose();
        },
      };
    },
    subscriber: async (job) => {
      const note = await folder.note();
      if (!note || !isAlive(note.pid)) return null;
      const address = { host: '127.0.0.1', port: note.port, tls: null };
      return job === null
        ? { ...address, user: subscriberName, password: note.password }
        : { ...address, user: guestName(job), password: guestPassword(job) };
    },
  };
}

/** Another process may have got its number since; then nobody answers at the port. */
function isAlive(pid: number): boolean {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
