import type { Problem } from '../../base/problem.ts';

export interface CheckRun {
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly tail: string;
  readonly durationMs: number;
  /** Why it could not be started at all. */
  readonly problem: Problem | null;
}

/** Runs a person-approved command: argument vector, allow-listed environment, own process group, time limit. */
export interface Commands {
  run(
    spec: {
      readonly cwd: string;
      readonly argv: readonly string[];
      readonly timeoutMs: number;
      /** Over the environment that every command gets. */
      readonly env?: Readonly<Record<string, string>>;
    },
    signal: AbortSignal,
  ): Promise<CheckRun>;
}
