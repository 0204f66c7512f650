/**
 * Settings given to every call on the command line, where they win over the repository's own. They switch off each way
 * in which a repository's configuration can start a program, and each habit that would change what a call means.
 *
 * Filters (`filter.<name>.clean` and `.smudge`, as Git LFS and git-crypt have them) stay on: they define what a file's
 * content is, so a checkout or a capture without them would be wrong. What was not known before lanes worked runs at no
 * capture, removal or look (see knownPrograms.ts). They only come from configuration outside of every
 * worktree, because worktrees are always addressed by their git dir below the common dir (see place.ts), and git is not
 * called at all before the workspace is trusted.
 */
export const hardenedConfig: readonly string[] = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.quotePath=false',
  'core.splitIndex=false',
  'core.safecrlf=false',
  'diff.external=',
  'diff.ignoreSubmodules=dirty',
  'submodule.recurse=false',
  'protocol.ext.allow=never',
  'gc.auto=0',
  'maintenance.auto=false',
  'log.showSignature=false',
  'merge.verifySignatures=false',
  'merge.autoStash=false',
  'i18n.commitEncoding=utf-8',
  'advice.detachedHead=false',
  'advice.addEmbeddedRepo=false',
  'color.ui=false',
];

/** What a call inherits from the host. Everything else, all `GIT_*` variables included, stays behind. */
const inherited = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'TMPDIR',
  'TEMP',
  'TMP',
  'XDG_CONFIG_HOME',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'SYSTEMROOT',
  'PATHEXT',
];

/** What only a call that may talk to a remote inherits. */
const inheritedByNetwork = [
  'SSH_AUTH_SOCK',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'NO_PROXY',
  'https_proxy',
  'http_proxy',
  'no_proxy',
];

/** The whole environment of a git call, made from the host's by an allow-list. */
export function gitEnvironment(
  host: Readonly<Record<string, string | undefined>>,
  network: boolean,
): Record<string, string> {
  const names = network ? [...inherited, ...inheritedByNetwork] : inherited;
  const taken = names.flatMap((name) => (host[name] === undefined ? [] : [[name, host[name]] as const]));
  return {
    ...Object.fromEntries(taken),
    LC_ALL: 'C',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    ...(network ? {} : { GIT_NO_LAZY_FETCH: '1' }),
  };
}
