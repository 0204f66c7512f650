import type { ProcessFacts, ProcessIdentity } from '../../src/adapters/store/processFacts.ts';

export interface FakeMachine {
  /** Start times of the processes that live, by pid. */
  readonly processes: Map<number, string | null>;
  /** What a host of this machine sees; parts of its identity may be changed. */
  factsOf(pid: number, change?: Partial<ProcessIdentity>): ProcessFacts;
}

/** Processes in a table, so that pid reuse, reboots and other machines are rows of a test. */
export function createFakeMachine(): FakeMachine {
  const processes = new Map<number, string | null>();
  return {
    processes,
    factsOf(pid, change = {}) {
      const started = `start of ${pid}`;
      processes.set(pid, started);
      const me = { pid, started, boot: 'boot 1', machine: 'machine 1', pidNamespace: 'pid:[1]', ...change };
      return {
        self: async () => me,
        look: async (of) => ({ alive: processes.has(of), started: processes.get(of) ?? null }),
      };
    },
  };
}
