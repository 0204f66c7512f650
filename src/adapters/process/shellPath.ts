import { randomBytes } from 'node:crypto';
import { delimiter, isAbsolute } from 'node:path';
import { findProgram } from './findProgram.ts';
import { runProcess } from './run.ts';

/** The longest that a login shell may take to start, in milliseconds. */
const shellMs = 10_000;

export interface ShellRequest {
  /** Absolute path of the person's shell. */
  readonly shell: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds; ten seconds unless said. */
  readonly timeoutMs?: number;
}

/**
 * The PATH that a person's terminals have: what their login shell says of it once it has read its files. Those may
 * print, ask or hang: only what stands between two marks counts, nothing is there to be read, and there is a limit.
 * Null when it can't be told.
 */
export async function askShellPath({ shell, cwd, env, timeoutMs = shellMs }: ShellRequest): Promise<string | null> {
  if (!isAbsolute(shell)) return null;
  const mark = `mam-${randomBytes(8).toString('hex')}`;
  const end = await runProcess({
    argv: [shell, '-ilc', `printf '%s\\0' ${mark}; env -0; printf '%s\\0' ${mark}`],
    cwd,
    env,
    timeoutMs,
    graceMs: 200,
    maxBytes: 1024 * 1024,
  });
  // What it says after it was asked to end comes from files that it did not read to their end.
  if (end.stopped !== null) return null;
  const [, between, rest] = end.stdout.toString('utf8').split(`${mark}\0`);
  if (between === undefined || rest === undefined) return null;
  const path = between.split('\0').find((entry) => entry.startsWith('PATH='));
  return path === undefined || path === 'PATH=' ? null : path.slice('PATH='.length);
}

/** Where a program is, and the environment to run it in: its PATH is the one on which it was found. */
interface Found {
  readonly path: string | null;
  readonly env: Readonly<Record<string, string>>;
}

/** Looks for the first of some programs by an environment's PATH. */
export type FindProgram = (names: readonly string[], env: Readonly<Record<string, string>>) => Promise<Found>;

/** Looks nowhere else. */
export const findOnPath: FindProgram = async (names, env) => ({ path: await findProgram(names, env), env });

/**
 * Looks also where the person's terminals do, for an editor that was started from a desktop knows a short PATH only.
 * `ask` is called once, and not before something is missing.
 */
export function createProgramFinder(ask: () => Promise<string | null>): FindProgram {
  let asked: Promise<string | null> | null = null;
  return async (names, env) => {
    const near = await findOnPath(names, env);
    if (near.path !== null) return near;
    asked ??= ask();
    const more = await asked;
    if (more === null) return near;
    const own = env['PATH'] ?? '';
    const entries = [...more.split(delimiter), ...own.split(delimiter)].filter((entry) => entry !== '');
    // Also where it isn't found: then this is the PATH on which it is missing.
    return findOnPath(names, { ...env, PATH: [...new Set(entries)].join(delimiter) });
  };
}
