import { delimiter, isAbsolute } from 'node:path';

/** What the program and its workers need of a person's environment. They read credentials from the home folder all the same. */
const allowed = [
  'PATH',
  'HOME',
  'USER',
  'SHELL',
  'TERM',
  'COLORTERM',
  'LANG',
  'LC_ALL',
  'LC_MESSAGES',
  'LC_CTYPE',
  'LC_COLLATE',
  'LC_NUMERIC',
  'LC_TIME',
  'TMUX',
  'TMUX_PANE',
  'OMC_HOME',
  'XDG_CONFIG_HOME',
  'CI',
  'GIT_AUTHOR_NAME',
  'GIT_AUTHOR_EMAIL',
  'GIT_COMMITTER_NAME',
  'GIT_COMMITTER_EMAIL',
  'NODE_PATH',
  'NPM_CONFIG_PREFIX',
];

/**
 * The whole environment of `omc`: the variables of the list, checkouts with branches of their own for its workers, and
 * the mark of everything that MAM starts, so that no worker counts as a person. Only absolute folders of a PATH stay:
 * the others would find programs in the repository.
 */
export function omcEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = Object.fromEntries(
    allowed.flatMap((name): [string, string][] => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const locale = kept['LC_ALL'] || kept['LC_CTYPE'] || kept['LANG'] || '';
  return {
    ...kept,
    PATH: (kept['PATH'] ?? '')
      .split(delimiter)
      .filter((folder) => isAbsolute(folder))
      .join(delimiter),
    // Outside of UTF-8 tmux answers tabs as underscores, and omc then takes its own server for somebody else's.
    ...(/utf-?8/i.test(locale) ? {} : { LC_ALL: 'C.UTF-8' }),
    OMC_TEAM_WORKTREE_MODE: 'branch',
    MAM_LANE: 'omc-team',
  };
}
