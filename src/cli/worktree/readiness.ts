import type { Cli } from '../cli.ts';

/** The line that says whether a worktree is ready to work in, or lacks something of its set-up. */
export const readiness = ({ t, terminal: { paint } }: Cli, branch: string, isReady: boolean): string =>
  isReady
    ? paint.good(t('The worktree {branch} is ready.', { branch }))
    : paint.warn(t('The worktree {branch} is there, and its set-up has not come to its end.', { branch }));
