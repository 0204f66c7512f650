/**
 * Where a call works. The git dir is always named, never discovered: an agent can replace `.git` in its own worktree,
 * and with it the configuration that a discovering call would obey.
 */
export interface Place {
  readonly cwd: string;
  readonly gitDir: string;
  /** Null where no working files are meant: refs, objects, the list of worktrees. */
  readonly workTree: string | null;
}

/** Nobody's own settings: they can name merge drivers, too, and none of them says what a patch or a merge makes of commits. */
export const nobodysSettings = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
