import { createHash } from 'node:crypto';
import { basename, posix, win32 } from 'node:path';

/** Where a herdr server is asked, and how people call it. */
export interface HerdrPlace {
  /** A Unix socket's path, or a named pipe on Windows. */
  readonly path: string;
  /** Null where only the socket was named. */
  readonly session: string | null;
}

/** herdr takes no longer ones. */
const longestName = 64;

/**
 * The name of the session that a repository has unless a person names another: its folder's name, and a few letters of
 * its whole path, since two folders may have one name.
 */
export function sessionNameOf(controlRoot: string): string {
  const mark = createHash('sha256').update(controlRoot).digest('hex').slice(0, 8);
  const name = basename(controlRoot)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, longestName - 9);
  return name === '' ? `mam-${mark}` : `${name}-${mark}`;
}

/**
 * The socket of the session that a person set; else the one that this host was started under, which `HERDR_SOCKET_PATH`
 * or `HERDR_SESSION` names; else that of the repository's own session.
 */
export function findHerdr(deps: {
  /** `mam.herdr.session`; empty for none, `default` for herdr's unnamed session. */
  readonly chosen: string;
  readonly controlRoot: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}): HerdrPlace {
  const { chosen, env, platform } = deps;
  const socket = env['HERDR_SOCKET_PATH'] ?? '';
  if (chosen === '' && socket !== '') return { path: endpoint(socket, platform), session: null };
  const session = chosen || env['HERDR_SESSION'] || sessionNameOf(deps.controlRoot);
  const paths = platform === 'win32' ? win32 : posix;
  const config =
    platform === 'win32'
      ? env['APPDATA'] || paths.join(deps.home, 'AppData', 'Roaming')
      : env['XDG_CONFIG_HOME'] || paths.join(deps.home, '.config');
  const path = paths.join(config, 'herdr', ...(session === 'default' ? [] : ['sessions', session]), 'herdr.sock');
  return { path: endpoint(path, platform), session };
}

/** On Windows the pipe has the socket's path for its name. */
const endpoint = (path: string, platform: NodeJS.Platform): string =>
  platform === 'win32' ? `\\\\.\\pipe\\${path}` : path;
