import type { Activity, Source } from '../../src/core/agentSession/types.ts';
import type { JobSignal } from '../../src/core/job/types.ts';

/** What reaches MAM, and when, in milliseconds. */
export type News = { readonly at: number } & (
  | { readonly kind: 'sight'; readonly generation: number; readonly source: Source; readonly activity: Activity }
  | { readonly kind: 'word'; readonly attempt: number; readonly seq: number; readonly word: JobSignal }
  | {
      readonly kind: 'report';
      readonly attempt: number;
      readonly sha: string | null;
      readonly manifest: boolean;
      readonly verdict: boolean;
    }
  /** The other file that its job is to leave. */
  | { readonly kind: 'artifact'; readonly attempt: number; readonly there: boolean }
  | { readonly kind: 'answered'; readonly attempt: number }
  | { readonly kind: 'end'; readonly generation: number; readonly how: 'gone' | 'shell' | 'interrupted' }
  /** A person resumes the session, or gives the attempt up and tries again. */
  | { readonly kind: 'resume' | 'retry' }
  /** MAM dies, and its next process hears all that was said meanwhile once it is there. */
  | { readonly kind: 'down'; readonly until: number }
);

type Without<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never;
export type Untimed = Without<News, 'at'>;

/** One life of a simulated agent with one job, and the truth about it that no part of MAM is asked for. */
export interface Schedule {
  /** Who says that its agent waits for the first prompt. */
  readonly witness: Source;
  readonly review: boolean;
  readonly outside: boolean;
  /** It is to leave a file beside its report. */
  readonly artifact: boolean;
  /** Processes below the agent that are its own and run as long as it does, such as servers of its tools. */
  readonly own: number;
  readonly news: readonly News[];
  /** When the work of the last attempt was really done; null when it never was. */
  readonly doneAt: number | null;
  /** It was done, and its agent said so or rested in sight of MAM for long enough: it has to be noticed. */
  readonly isNoticeable: boolean;
  readonly endsAt: number;
}

/** What people call the time at which schedules begin. */
export const scheduleStart = '2026-01-31T12:00:00Z';
