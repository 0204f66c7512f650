/** Where the API of a repository is. */
export interface GiteaPlace {
  /** Address of the service, without a slash at its end. */
  readonly url: string;
  readonly owner: string;
  readonly name: string;
  /** Whether a person named this address. Otherwise a remote did, which whoever edits the repository’s settings chooses. */
  readonly chosen: boolean;
}

interface Remote {
  readonly protocol: string;
  /** With the port, if the address is one of the web. */
  readonly host: string;
  readonly path: string;
}

function parseRemote(remote: string): Remote | null {
  const address = URL.canParse(remote) ? new URL(remote) : null;
  if (address !== null && /^https?:$/.test(address.protocol))
    return { protocol: address.protocol, host: address.host, path: address.pathname };
  if (address !== null && address.protocol === 'ssh:')
    return { protocol: 'https:', host: address.hostname, path: address.pathname };
  const short = /^(?:[^@/:]+@)?([^/:]{2,}):(?!\/\/)(.+)$/.exec(remote);
  return short === null ? null : { protocol: 'https:', host: short[1] ?? '', path: short[2] ?? '' };
}

/** Owner and name are the last two parts of a remote's path. */
function placeAt(url: string, path: string, chosen: boolean): GiteaPlace | null {
  const [owner, name] = path
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split('/')
    .filter((part) => part !== '')
    .slice(-2);
  return owner === undefined || name === undefined ? null : { url, owner, name, chosen };
}

/**
 * The repository that one of the remotes names at the service of the setting; without a setting at the host of the first
 * remote that is an address. Null when there is none. A port counts only where the remote is one of the web.
 */
export function giteaPlace(remotes: readonly string[], setting: string): GiteaPlace | null {
  const parsed = remotes.flatMap((one) => parseRemote(one) ?? []);
  if (setting === '') {
    const [first] = parsed;
    return first === undefined ? null : placeAt(`${first.protocol}//${first.host}`, first.path, false);
  }
  if (!URL.canParse(setting)) return null;
  const wanted = new URL(setting);
  const found = parsed.find((one) => one.host === wanted.host || one.host === wanted.hostname);
  return found === undefined ? null : placeAt(setting.replace(/\/+$/, ''), found.path, true);
}
