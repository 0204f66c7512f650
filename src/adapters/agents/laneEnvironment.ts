import { withoutNpm } from './withoutNpm.ts';

/** What every program needs to find its files, its language and its way out. */
const general = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'LC_*',
  'TZ',
  'TERM',
  'COLORTERM',
  'TMPDIR',
  'XDG_*',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'all_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
];
/** Homes of toolchains, so that an agent or a check builds with what its user builds with. */
const toolchains = [
  'JAVA_HOME',
  'GOPATH',
  'GOROOT',
  'GOCACHE',
  'CARGO_HOME',
  'RUSTUP_HOME',
  'NVM_DIR',
  'VOLTA_HOME',
  'PNPM_HOME',
  'PYENV_ROOT',
  'DOTNET_ROOT',
  'ANDROID_HOME',
];
const windows = [
  'SystemRoot',
  'SystemDrive',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'USERNAME',
  'APPDATA',
  'LOCALAPPDATA',
  'ProgramData',
  'ProgramFiles',
  'ProgramFiles(x86)',
  'Path',
  'windir',
];

/** Names that give away a credential whatever tool it belongs to. */
const credential =
  /token|secret|passw|credential|private_?key|api_?key|access_?key|^(?:AWS|AZURE|GOOGLE|GCP)_|^(?:GH|GITHUB|GITLAB|NPM|DOCKER)_|(?:^|_)AUTH(?:$|_)|^SSH_/i;

/**
 * The whole environment of a child: what is on the list and no credential, the child's `own` variables (`X_*` stands
 * for a prefix), and what MAM adds. Nothing that ships, and nothing that would lead git elsewhere, gets through,
 * except what MAM itself adds under its own prefix.
 */
export function laneEnvironment(
  host: Readonly<Record<string, string | undefined>>,
  own: readonly string[],
  added: Readonly<Record<string, string>>,
): Record<string, string> {
  const listed = matcher([...general, ...toolchains, ...windows]);
  const owned = matcher(own);
  const kept: Record<string, string> = {};
  // A host that npm started has MAM's own tools in front of the person's.
  for (const [name, value] of Object.entries(withoutNpm(host)))
    if (
      value !== undefined &&
      !leadsGit(name) &&
      !ships(name) &&
      (owned(name) || (listed(name) && !credential.test(name)))
    )
      kept[name] = value;
  for (const [name, value] of Object.entries(added))
    if (!ships(name) && (name.startsWith('MAM_') || owned(name) || (!leadsGit(name) && !credential.test(name))))
      kept[name] = value;
  return kept;
}

/** Credentials and switches of shipping, which is never an agent's or a check's business, whatever it asks for. */
const ships = (name: string): boolean => /^(?:BIDMATE|MAM)_SHIP_/i.test(name);

const leadsGit = (name: string): boolean => name.toUpperCase().startsWith('GIT_');

function matcher(patterns: readonly string[]): (name: string) => boolean {
  const names = new Set(patterns.filter((pattern) => !pattern.endsWith('*')));
  const prefixes = patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1));
  return (name) => names.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}
