import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { attemptOf, type PassEnvironment } from './passText.ts';
import type { Pass } from './types.ts';

/**
 * The pass in a file that a caller named. Whoever calls may have written any file and name it here, while the program may
 * write what the caller may not: so only the one place counts that MAM gives a pass, the report belongs beside it, and the
 * spool is that of the same repository.
 */
export function passInFile(path: string, env: PassEnvironment): Result<Pass, Problem> {
  let found: { readonly file: string; readonly value: unknown };
  try {
    const file = realpathSync(path);
    found = { file, value: JSON.parse(readFileSync(file, 'utf8')) };
  } catch (error) {
    return err(error instanceof SyntaxError ? broken(path) : gone(path, error));
  }
  const { file, value } = found;
  const says: Readonly<Record<string, unknown>> = typeof value === 'object' && value !== null ? { ...value } : {};
  const said = attemptOf(says);
  const root = dirname(dirname(dirname(dirname(dirname(file)))));
  if (!said || file !== join(root, '.mam', 'jobs', said.job, String(said.attempt), 'pass.json'))
    return err(broken(path));
  // What MAM told the process itself is known before anything that a file says.
  const toldRoot = env['MAM_CONTROL_ROOT'];
  if (toldRoot && realOrNull(toldRoot) !== root) return err(broken(path));
  const spool = env['MAM_SPOOL'] || says['spool'];
  if (typeof spool !== 'string') return err(broken(path));
  if (!env['MAM_SPOOL'] && !isOwnSpool(root, spool)) return err(broken(path));
  if (!isFolder(spool)) return err(noSpool(spool));
  return ok({ ...said, spool, report: join(dirname(file), 'report.md'), verdict: says['verdict'] === true });
}

/** A spool of this repository itself: below the control root, or where the control root's own git folder is. */
function isOwnSpool(root: string, spool: string): boolean {
  if (basename(spool) !== 'spool' || basename(dirname(spool)) !== 'mam') return false;
  // By no link; one that is not there now is where its nearest folder is.
  if ((realOrNull(spool) ?? spool) !== spool) return false;
  return spool.startsWith(root + sep) || dirname(dirname(spool)) === gitFolder(root);
}

/** Where git keeps a checkout that has only a file for it: a submodule, or one with a separate folder. */
function gitFolder(root: string): string | null {
  try {
    const [, path] = /^gitdir: (.+)\n?$/.exec(readFileSync(join(root, '.git'), 'utf8')) ?? [];
    return path === undefined ? null : realpathSync(resolve(root, path));
  } catch {
    return null;
  }
}

function realOrNull(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** What can't be looked at may be there: writing into it tells. */
function isFolder(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return true;
  }
}

const gone = (path: string, error: unknown): Problem =>
  problem('event.passGone', '{path} can’t be read ({reason}). Its attempt may be over; then nothing is left to say.', {
    path,
    reason: error instanceof Error && 'code' in error ? String(error.code) : String(error),
  });

const broken = (path: string): Problem =>
  problem('event.passBroken', '{path} is not what lets a job speak. Use the file that the job’s brief names.', {
    path,
  });

const noSpool = (folder: string): Problem =>
  problem(
    'spool.missing',
    'The spool {folder} is not there, so nobody would hear this. Open the repository with MAM, which makes it, then call this again.',
    { folder },
  );
