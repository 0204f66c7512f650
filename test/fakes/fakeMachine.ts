import type { Machine } from '../../src/app/ports/machine.ts';

/** A machine whose processes all run, but for those that a test ends. */
export class FakeMachine implements Machine {
  /** What is said to be free on its disk. */
  free: number | null = 100 * 1024 ** 3;
  isNativeWindows = false;
  /** What it is said to have to do. */
  busy: number | null = 0;
  readonly ended = new Set<number>();
  readonly served = new Set<number>();
  readonly #boot: string;
  readonly #namespace: string | null;
  readonly #id: string;

  constructor(boot = 'boot-1', namespace: string | null = 'pid:[1]', id = 'machine-1') {
    this.#id = id;
    this.#boot = boot;
    this.#namespace = namespace;
  }

  load(): number | null {
    return this.busy;
  }

  async machineId(): Promise<string> {
    return this.#id;
  }

  async bootId(): Promise<string | null> {
    return this.#boot;
  }

  async pidNamespace(): Promise<string | null> {
    return this.#namespace;
  }

  async freeBytes(): Promise<number | null> {
    return this.free;
  }

  async runs({ pid }: { readonly pid: number }): Promise<boolean> {
    return !this.ended.has(pid);
  }

  async serves(port: number): Promise<boolean> {
    return this.served.has(port);
  }
}
