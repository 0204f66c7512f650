import { constants } from 'node:fs';
import { open, realpath, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';

const megabyte = 1024 * 1024;

/**
 * Text of a file of the repository that an option names, null when there is none. A path that leaves the repository,
 * also over a link, is wrong usage, and so is one that can't be read or is no text of at most so many megabytes.
 */
export async function readInputFile(
  roots: readonly string[],
  cwd: string,
  option: string,
  path: string,
  megabytes = 1,
): Promise<Result<string | null, Problem>> {
  const real = await realExisting(resolve(cwd, path));
  if (!roots.some((root) => isBelow(root, real)))
    return err(
      problem('cli.inputOutside', '{option} has to name a file of this repository, and {path} is none.', {
        option,
        path,
      }),
    );
  try {
    return await readText(real, option, path, megabytes);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ok(null);
    return err(
      problem('cli.inputUnreadable', '{path} can’t be read: {reason}. Mend that, or name another file with {option}.', {
        option,
        path,
        reason: error instanceof Error ? error.message : String(error),
      }),
    );
  }
}

/** Opened without waiting: a pipe would let nobody in until something writes to it. */
async function readText(
  real: string,
  option: string,
  path: string,
  megabytes: number,
): Promise<Result<string, Problem>> {
  const file = await open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const facts = await file.stat();
    if (!facts.isFile())
      return err(
        problem('cli.inputKind', '{path} is no regular file. Name a text file with {option}.', { option, path }),
      );
    const mostBytes = megabytes * megabyte;
    const { bytesRead, buffer } = await readAtMost(file, Math.min(facts.size, mostBytes) + 1);
    if (facts.size > mostBytes || bytesRead > mostBytes)
      return err(
        problem('cli.inputLarge', '{path} is larger than {megabytes} MB. Name a smaller file with {option}.', {
          option,
          path,
          megabytes,
        }),
      );
    const text = decode(buffer.subarray(0, bytesRead));
    return text === null
      ? err(
          problem('cli.inputNoText', '{path} is no UTF-8 text. Save it as UTF-8, or name another file with {option}.', {
            option,
            path,
          }),
        )
      : ok(text);
  } finally {
    await file.close();
  }
}

/** A long file comes in parts. */
async function readAtMost(file: FileHandle, bytes: number): Promise<{ bytesRead: number; buffer: Buffer }> {
  const buffer = Buffer.alloc(bytes);
  let bytesRead = 0;
  while (bytesRead < bytes) {
    const part = await file.read(buffer, bytesRead, bytes - bytesRead, bytesRead);
    if (part.bytesRead === 0) break;
    bytesRead += part.bytesRead;
  }
  return { bytesRead, buffer };
}

/** Null for what is no text. */
function decode(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** Real path of what exists of a path, with the rest appended as it is. */
async function realExisting(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return dirname(path) === path ? path : join(await realExisting(dirname(path)), basename(path));
  }
}

const isBelow = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && way !== path;
};

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
