import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import type { TeamServer, TeamSummary } from '../../core/team/types.ts';

/** Another program that runs a team of workers, each in a checkout of its own. Contract suite: test/contract/teams. */
export interface Teams {
  /** The command that starts a team, as people may see it. */
  command(spec: { readonly workers: string; readonly text: string }): readonly string[];
  /** Names of the teams that it keeps state of here, whatever became of them. A problem says that nobody can tell. */
  names(): Promise<Result<readonly string[], Problem>>;
  /**
   * Starts one and answers its name, null where it said none. Its workers go on by themselves. A problem says that the
   * command failed; part of a team may be there all the same.
   */
  launch(
    spec: { readonly workers: string; readonly text: string; readonly timeoutMs: number },
    signal: AbortSignal,
  ): Promise<Result<{ readonly name: string | null }, Problem>>;
  /** How it stands now. */
  summary(name: string, timeoutMs: number, signal: AbortSignal): Promise<Result<TeamSummary, Problem>>;
  /** Where the checkout of a worker is unless the program says otherwise, as an absolute path. */
  usualPath(name: string, worker: string): string;
  /** Takes out of a worker's checkout what the program itself put there, unless the worker changed it. */
  tidy(name: string, worker: string, path: string): Promise<void>;
  /** The terminals that the program opened for this team alone; null where it opened none, or keeps nothing of the team. */
  server(name: string): Promise<TeamServer | null>;
  /** Ends them where they are still there and hold nothing but the team; whether none of them is there any more. */
  endServer(server: TeamServer): Promise<boolean>;
  /** Ends it, and with `force` without asking its workers; why that failed, or null. */
  shutdown(name: string, force: boolean): Promise<Problem | null>;
}
