import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Call } from '../verb.ts';

/** What a prompt may have at most, in bytes. */
const mostBytes = 1024 * 1024;

/** The prompt of a job, from the option itself, a file, or standard input; null where none is given. */
export async function readPrompt(call: Call, cwd: string): Promise<Result<string | null, Problem>> {
  const [text, file] = [call.text('prompt'), call.text('prompt-file')];
  if (file === null) return ok(text);
  if (text !== null)
    return err(problem('job.twoPrompts', 'A job has one prompt. Give --prompt or --prompt-file, not both.'));
  try {
    const bytes = file === '-' ? await readAll(process.stdin) : await readFile(resolve(cwd, file));
    return bytes === null ? err(tooLarge(file)) : ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    return err(
      problem('cli.inputUnreadable', '{path} can’t be read: {reason}. Mend that, or name another file with {option}.', {
        option: '--prompt-file',
        path: file,
        reason: error instanceof Error ? error.message : String(error),
      }),
    );
  }
}

async function readFile(path: string): Promise<Buffer | null> {
  const file = await open(path);
  try {
    return await readAll(file.createReadStream({ autoClose: false }));
  } finally {
    await file.close();
  }
}

/** Null for more than a prompt may have. */
async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stream) {
    bytes += part.length;
    if (bytes > mostBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const tooLarge = (path: string): Problem =>
  problem('cli.inputLarge', '{path} is larger than {megabytes} MB. Name a smaller file with {option}.', {
    option: '--prompt-file',
    path,
    megabytes: 1,
  });
