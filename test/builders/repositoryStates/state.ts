import type { Maker } from './maker.ts';

/** What somebody meets who opens a repository in a certain state, and what they ask for there. */
export interface Scene {
  /** Absolute, the folder that is opened. */
  readonly open: string;
  /** Main checkout or the only one, to be found untouched afterwards. */
  readonly main: string;
  /** Where new work is wanted; `wt` beside the repository unless said. */
  readonly path?: string;
  readonly branch?: string;
  /** Which of the bases that are offered; the first unless said. */
  readonly base?: 'shared' | 'here';
  /** A worktree that is there already, and is worked in instead of a new one. */
  readonly there?: boolean;
  /** More worktrees that are wanted at the same moment. */
  readonly beside?: number;
  /** Added to the environment of the host. */
  readonly env?: Readonly<Record<string, string>>;
  /** What work there leaves beside the usual files. */
  readonly write?: (path: string) => Promise<void>;
  /** What a person does by hand once the work is back. */
  readonly again?: (path: string) => Promise<void>;
  /** What has to hold at the end, beyond what holds in every state; it throws otherwise. `commit`: where the work began. */
  readonly holds?: (commit: string | null) => Promise<void>;
}

/** One kind of repository. */
export interface RepositoryState {
  readonly name: string;
  /** What it is, as one line of the docs. */
  readonly about: string;
  /** Only root can make it. */
  readonly asRoot?: true;
  readonly make: (maker: Maker) => Promise<Scene>;
}
