import type { Machine } from '../../src/app/ports/machine.ts';

/** A machine whose processes all run, but for those that a test ends. */
export class FakeMachine implements Machine {
  readonly ended = new Set<number>();
  readonly #boot: string;
  readonly #namespace: string | null;

  constructor(boot = 'boot-1', namespace: string | null = 'pid:[1]') {
    this.#boot = boot;
    this.#namespace = namespace;
  }

  async bootId(): Promise<string | null> {
    return this.#boot;
  }

  async pidNamespace(): Promise<string | null> {
    return this.#namespace;
  }

  async runs({ pid }: { readonly pid: number }): Promise<boolean> {
    return !this.ended.has(pid);
  }
}
