import type { Ports } from '../../src/app/ports.ts';
import type { Draft, EventStore } from '../../src/app/ports/eventStore.ts';
import type { MemoryStore } from '../fakes/memoryStore.ts';

/** The instant at which a host dies, seen from what it appends. */
export interface Death {
  /** Whether this is the transaction. */
  readonly when: (drafts: readonly Draft[]) => boolean;
  /** `before`: what it decided is lost. `after`: it is in the log, but the host never learns of it. */
  readonly at: 'before' | 'after';
}

export interface MortalHost {
  readonly wrap: (ports: Ports) => Ports;
  readonly isDead: boolean;
}

const silence = (): Promise<never> => new Promise(() => undefined);

/** A host whose process ends in the middle of a transaction: from then on none of its calls reaches the world any more. */
export function createMortalHost(store: MemoryStore, death: Death): MortalHost {
  let isDead = false;

  const mortal = <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value === 'object' && value !== null) return mortal(value);
        if (typeof value !== 'function') return value;
        return (...args: readonly unknown[]): unknown => (isDead ? silence() : Reflect.apply(value, target, args));
      },
    });

  const transact: EventStore['transact'] = async (since, decide, fence) => {
    if (isDead) return silence();
    const done = await store.transact(
      since,
      (unseen) => {
        const decided = decide(unseen);
        if (!isDead && death.when(decided.drafts)) {
          isDead = true;
          if (death.at === 'before') return { ...decided, drafts: [] };
        }
        return decided;
      },
      fence,
    );
    if (isDead) store.kill();
    return isDead ? silence() : done;
  };

  return {
    get isDead() {
      return isDead;
    },
    wrap: (ports) => ({
      ...ports,
      store: new Proxy(mortal(store), {
        get: (target, name) => (name === 'transact' ? transact : Reflect.get(target, name)),
      }),
      git: mortal(ports.git),
      lanes: mortal(ports.lanes),
      commands: mortal(ports.commands),
      files: mortal(ports.files),
      spool: mortal(ports.spool),
    }),
  };
}
