import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { problem, type Problem } from '../../base/problem.ts';
import type { JobKeys } from '../../app/ports/jobKeys.ts';
import { keyBytes, readUserKey } from './userState.ts';

const keyFile = 'jobs.key';

/**
 * The keys of one log's jobs and sessions, made from a key of the user that is made when it is first needed. Another log
 * has other tokens for the same ids. Where that key can't be kept the keys are those of this process alone, and
 * `problem` says so: what works now is heard, but not after a restart.
 */
export async function openJobKeys(
  folder: string,
  logId: string,
): Promise<{ readonly keys: JobKeys; readonly problem: Problem | null }> {
  const passing = (reason: string): { keys: JobKeys; problem: Problem } => ({
    keys: createJobKeys(randomBytes(keyBytes), logId),
    problem: unusable(`${folder}/${keyFile}`, reason),
  });
  try {
    const master = await readUserKey(folder, keyFile, true);
    if (master?.length !== keyBytes) return passing('it is damaged');
    return { keys: createJobKeys(master, logId), problem: null };
  } catch (error) {
    return passing(error instanceof Error ? error.message : String(error));
  }
}

/** Each use of the key names what it is for, so that no answer to one question is an answer to another. */
export function createJobKeys(master: Uint8Array, logId: string): JobKeys {
  const derive = (...use: readonly (string | number)[]): Buffer =>
    createHmac('sha256', master)
      .update(JSON.stringify([logId, ...use]))
      .digest();
  const hash = (token: string): string => createHash('sha256').update(token).digest('hex');
  return {
    jobToken: (job, attempt) => derive('job', job, attempt).toString('base64url'),
    sessionToken: (session, generation) => derive('session', session, generation).toString('base64url'),
    hash,
    fits: (token, wanted) => same(hash(token), wanted),
    sign: (job, text) => createHmac('sha256', derive('signature', job)).update(text).digest('hex'),
  };
}

const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const unusable = (file: string, reason: string): Problem =>
  problem(
    'keys.unusable',
    'The key that tells jobs apart can’t be used ({reason}): {file}. Agents that work now are not heard after a restart. Make its folder yours, or delete the file to have a new one.',
    { file, reason },
  );
