import type { Problem } from '../../base/problem.ts';

/** What can have happened to an agent whose lanes fail. */
export type CircuitEvent =
  /** So many of its lanes failed in a row that it gets no job before this awake time, and then one to try it. */
  | {
      readonly type: 'circuitOpened';
      readonly agent: string;
      readonly failures: number;
      readonly why: Problem;
      readonly untilAwake: number;
    }
  /** It handed something in again, or a person goes on. */
  | { readonly type: 'circuitClosed'; readonly agent: string };
