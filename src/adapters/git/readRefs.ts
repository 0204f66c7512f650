import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { ProblemError } from '../../base/problemError.ts';
import { err, type Result } from '../../base/result.ts';
import type { Calls } from './calls.ts';
import * as problems from './problems.ts';
import { freshRefFiles, type RefFiles } from './refFiles.ts';

/**
 * Reads refs without starting a process: the loose file, else the packed one. Throws a `ProblemError` when they can't be
 * read, which says nothing of whether they exist; `answering` makes an answer of it.
 */
export interface RefReader {
  /** Commit or tag object that a full ref name (or `HEAD` of the given git dir) leads to; null when there is none. */
  resolve(ref: string): Promise<string | null>;
  /** The ref that a symbolic ref names, null when it holds an object id or doesn't exist. */
  target(ref: string): Promise<string | null>;
}

/** The answer of a task that reads refs: refs that can't be read are a problem, any other exception stays one. */
export async function answering<T>(task: () => Promise<Result<T, Problem>>): Promise<Result<T, Problem>> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof ProblemError) return err(error.problem);
    throw error;
  }
}

const objectId = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const deepest = 5;

/** `gitDir` is where `HEAD` is read; everything else is shared. `files` may be ones that were read before. */
export async function createRefReader(
  calls: Calls,
  commonDir: string,
  gitDir: string,
  files: RefFiles = freshRefFiles(commonDir),
): Promise<RefReader> {
  return areInTables(commonDir) ? askingReader(calls, commonDir, gitDir) : readingReader(commonDir, gitDir, files);
}

/** Whether refs are kept in tables, which only git can read. */
export const areInTables = (commonDir: string): boolean => existsSync(join(commonDir, 'reftable'));

function readingReader(commonDir: string, gitDir: string, files: RefFiles): RefReader {
  const text = (ref: string) => reading(() => files.text(join(ref.startsWith('refs/') ? commonDir : gitDir, ref)));
  const target = async (ref: string) => /^ref: (.+)$/.exec((await text(ref)) ?? '')?.[1] ?? null;
  const resolve = async (ref: string, depth = 0): Promise<string | null> => {
    if (depth > deepest || ref.includes('..')) return null;
    const found = await text(ref);
    const next = /^ref: (.+)$/.exec(found ?? '')?.[1];
    if (next !== undefined) return resolve(next, depth + 1);
    if (found !== null && objectId.test(found)) return found;
    // A power failure can leave an empty file: a broken ref is not one that somebody deleted.
    if (found !== null) throw new ProblemError(problems.gitFailed('read refs', `${ref} holds no object id`));
    // Looked at after the loose file was missed: `git pack-refs` writes the packed file before it removes the loose one.
    return (await reading(() => files.packed.read())).get(ref) ?? null;
  };
  return { resolve: (ref) => resolve(ref), target };
}

async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new ProblemError(problems.gitFailed('read refs', error.message), error);
    throw error;
  }
}

/** Refs in tables can only be read by git. */
function askingReader(calls: Calls, commonDir: string, gitDir: string): RefReader {
  const at = { cwd: commonDir, gitDir, workTree: null };
  const word = async (args: readonly string[]) => {
    const asked = await calls.run('read refs', { at, args });
    if (!asked.ok) throw new ProblemError(asked.error);
    // Both questions are asked quietly: 1 says that there is none, anything else that git could not look.
    if (asked.value.code > 1)
      throw new ProblemError(problems.gitFailed('read refs', asked.value.said || `exit code ${asked.value.code}`));
    return asked.value.code === 0 ? asked.value.out.trim() : null;
  };
  return {
    resolve: (ref) => word(['rev-parse', '-q', '--verify', ref]),
    target: (ref) => word(['symbolic-ref', '-q', ref]),
  };
}
