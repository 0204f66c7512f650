import type { Problem } from '../../base/problem.ts';
import type { TuningEvent } from '../autotune/event.ts';
import type { LoopOptions } from '../loop/types.ts';
import type { PoolTuning } from '../poolTune/types.ts';
import type { Cycle } from './cycles.ts';

/** What can have happened to a loop. */
export type LoopEvent =
  | {
      readonly type: 'loopStarted';
      readonly loop: string;
      readonly options: LoopOptions;
      readonly claims: Readonly<Record<string, readonly string[]>>;
      /** Awake time of the control root, of a loop that has guards. */
      readonly awakeMs?: number;
    }
  | { readonly type: 'loopStopRequested'; readonly loop: string }
  /** Nothing more is begun, because a person said so; what is in flight goes on to its end. */
  | { readonly type: 'loopFinishing'; readonly loop: string }
  /** A task is at work for longer than its loop finds usual; it goes on. */
  | {
      readonly type: 'taskOverran';
      readonly loop: string;
      readonly run: string;
      readonly task: string;
      readonly seconds: number;
    }
  /** The time of a task stands still while it rests, and goes on with it. */
  | {
      readonly type: 'taskClockTurned';
      readonly loop: string;
      readonly run: string;
      readonly goes: boolean;
      readonly awakeMs: number;
    }
  /** A task came to nothing by no fault of its work; from this awake time on it is tried again, for the n-th time. */
  | {
      readonly type: 'retryPlanned';
      readonly run: string;
      readonly nth: number;
      readonly untilAwake: number;
      readonly why: Problem;
    }
  | {
      readonly type: 'loopResumed';
      readonly loop: string;
      readonly awakeMs?: number;
      /** Tries that it had begun before, where they have a cap. */
      readonly tried?: number;
    }
  /** A task's pass through a loop came to something. */
  | ({ readonly type: 'cycleSettled'; readonly loop: string } & Cycle)
  | TuningEvent
  /** How many tasks are at work at once was thought over, with what was measured. */
  | { readonly type: 'poolTuned'; readonly loop: string; readonly tuning: PoolTuning }
  /** A person said how many. */
  | { readonly type: 'poolSet'; readonly loop: string; readonly from: number; readonly to: number; readonly by: string }
  /** A guard ends the loop: nothing more is begun, and what is in flight goes on to its end. */
  | { readonly type: 'loopHalted'; readonly loop: string; readonly why: Problem }
  | { readonly type: 'loopEnded'; readonly loop: string; readonly outcome: 'completed' | 'blocked' | 'stopped' };
