import type { Ports } from '../../src/app/ports.ts';
import type { Draft, EventStore } from '../../src/app/ports/eventStore.ts';
import type { Terminals } from '../../src/app/ports/terminals.ts';
import type { MemoryStore } from '../fakes/memoryStore.ts';

/** The instant at which a host dies, seen from what it appends. */
export interface Death {
  /** Whether this is the transaction. */
  readonly when: (drafts: readonly Draft[]) => boolean;
  /** `before`: what it decided is lost. `after`: it is in the log, but the host never learns of it. */
  readonly at: 'before' | 'after';
  /** Whether it dies with this call of a place instead, the method's name: before it reached the place, or after. */
  readonly onPlace?: (call: string) => 'before' | 'after' | null;
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

  const mortalPlace = (place: Terminals): Terminals =>
    new Proxy(place, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function' || name === 'watch')
          return typeof value === 'function' ? value.bind(target) : value;
        return async (...args: readonly unknown[]): Promise<unknown> => {
          if (isDead) return silence();
          const end = death.onPlace?.(String(name)) ?? null;
          if (end === 'before') die();
          if (isDead) return silence();
          const answer: unknown = await Reflect.apply(value, target, args);
          if (end === 'after') die();
          return isDead ? silence() : answer;
        };
      },
    });
  const die = (): void => {
    isDead = true;
    store.kill();
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
      terminals: Object.fromEntries(Object.entries(ports.terminals).map(([name, one]) => [name, mortalPlace(one)])),
    }),
  };
}
