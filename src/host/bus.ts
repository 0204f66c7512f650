import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createBrokerFolder } from '../adapters/broker/brokerFolder.ts';
import { createBrokerDoor } from '../adapters/broker/door.ts';
import type { WatchPath } from '../adapters/files/watchPath.ts';
import type { BusConfig } from '../app/bus/service.ts';
import type { OwnBroker } from '../app/ports/bus.ts';
import type { JobKeys } from '../app/ports/jobKeys.ts';
import { Emitter } from '../base/event.ts';
import type * as Bundle from './busBundle.ts';

interface Deps {
  /** File of the bundle with the library and the broker. */
  readonly program: string;
  /** MAM's folder below the git common dir. */
  readonly folder: string;
  readonly keys: JobKeys;
  readonly env: BusConfig['env'];
  readonly watchPath: WatchPath;
}

/** What the bus needs of this machine. The library and the broker are loaded when the first of them is used. */
export function createHostBus({ program, folder, keys, env, watchPath }: Deps): BusConfig {
  const files = createBrokerFolder(join(folder, 'bus'));
  const guestPassword = (job: string): string => keys.sign(job, 'guest of the broker');
  let loaded: typeof Bundle | null = null;
  const bundle = (): typeof Bundle => (loaded ??= load(program));
  return {
    env,
    bus: { connect: async (spec) => bundle().createMqttBus().connect(spec) },
    broker: lateBroker(() => bundle().createEmbeddedBroker({ folder: files, guestPassword })),
    door: createBrokerDoor({ folder: files, guestPassword, watchPath }),
  };
}

const load = (program: string): typeof Bundle => createRequire(import.meta.url)(program);

function lateBroker(create: () => OwnBroker): OwnBroker {
  const idle = new Emitter<void>();
  let made: OwnBroker | null = null;
  return {
    onIdle: idle.event,
    open: () => {
      if (made === null) {
        made = create();
        made.onIdle(() => idle.fire());
      }
      return made.open();
    },
    close: async (then) => made?.close(then),
  };
}
