import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import type { Access, Hold, LaneOutcome } from '../../core/job/types.ts';
import type { ModelOwner } from '../../core/model/owners.ts';
import type { ModelTraits } from '../../core/model/types.ts';

/** What a writer may write, for agents that can be held to it. */
interface WritePolicy {
  /** Globs of its lease, relative to its worktree, which is the lane's `cwd`. */
  readonly claims: readonly string[];
  /** Nothing of it is a lane's to write, apart from a worktree that lies in it. */
  readonly controlRoot: string;
}

/** A try of a lane, complete enough to start it or, after a crash, to find it again by its id. */
export interface LaneSpec {
  /** `<job>.<attempt>`: the same id is never started twice. */
  readonly id: string;
  readonly agent: string;
  /** What it runs with; null is what the CLI is set to by itself. */
  readonly model: string | null;
  readonly effort: string | null;
  readonly access: Access;
  readonly cwd: string;
  readonly brief: string;
  /** Where its transcript, output and report are kept. */
  readonly folder: string;
  readonly timeoutMs: number;
  /** A person allowed this agent to run without a sandbox. */
  readonly fullAccess: boolean;
  /** A reader may run what writes in its worktree, such as tests, where its sandbox keeps it there; not unless said. */
  readonly mayRun?: boolean;
  /** Commands that it may begin before it is ended; no limit unless said. */
  readonly maxCommands?: number;
  readonly env: Readonly<Record<string, string>>;
  /** Absent for readers. */
  readonly policy?: WritePolicy;
}

export interface LaneProgress {
  readonly text: string;
  /** One line of many at once: it may explain a change, but nobody could read it as it passes. */
  readonly quiet?: true;
}

/** What is learnt of a lane's limits while it runs. After a join it is told again from the start. */
export type LaneSign =
  | { readonly kind: 'hold'; readonly hold: Hold }
  /** Its agent's hook refused a tool call before it happened. */
  | { readonly kind: 'denied'; readonly tool: string; readonly path: string };

/** Runs lanes. A lane outlives its host; `run` with the same id joins it again. Contract suite: test/contract/lanes. */
export interface Lanes {
  run(
    spec: LaneSpec,
    signal: AbortSignal,
    onProgress: (progress: LaneProgress) => void,
    onSign?: (sign: LaneSign) => void,
  ): Promise<LaneOutcome>;
}

export interface AgentInfo extends ModelTraits, ModelOwner {
  readonly id: string;
  readonly name: string;
  /** Agents of one family share a model vendor; a reviewer is better of another family than the writer. */
  readonly family: string;
  /** Can keep to its worktree by a sandbox of its own, so that it may write without the full-access opt-in. */
  readonly sandboxedWrite: boolean;
  readonly embedded: boolean;
  /** A person does its jobs: nothing is started, and a report is handed in. */
  readonly person?: boolean;
  /** Its command line was never tried with the real program, so it works only where a person chose it. */
  readonly unverified?: boolean;
  /** Nothing keeps it from writing while it reads, so that a reader needs the full-access opt-in too. */
  readonly looseReader?: boolean;
  /** It is not known to tell which commands it runs, so that nobody can count them. */
  readonly silentCommands?: boolean;
}

export type AgentStatus =
  /** `warning`: what nobody looked at, because a person said so. */
  | { readonly kind: 'ready'; readonly version: string; readonly warning?: Problem }
  | { readonly kind: 'missing'; readonly problem: Problem }
  | { readonly kind: 'signed-out'; readonly problem: Problem }
  | { readonly kind: 'unusable'; readonly problem: Problem };

/** A lane as far as its command depends on it. */
export type LaneShape = Pick<
  LaneSpec,
  'agent' | 'model' | 'effort' | 'access' | 'cwd' | 'folder' | 'fullAccess' | 'mayRun' | 'policy'
>;

export interface Agents {
  list(): readonly AgentInfo[];
  probe(agent: string): Promise<AgentStatus>;
  /** The argument vector of a lane, with the program's name instead of its path, or why it would not start. Starts nothing. */
  command(lane: LaneShape): Result<readonly string[], Problem>;
}
