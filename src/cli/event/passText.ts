import type { Pass } from './types.ts';

export type PassEnvironment = Readonly<Record<string, string | undefined>>;

/** For which attempt something lets its caller speak, and with which token; null where it does not say. */
export function attemptOf({
  job,
  attempt,
  token,
}: Readonly<Record<string, unknown>>): Pick<Pass, 'job' | 'attempt' | 'token'> | null {
  if (!isText(job) || !isText(token)) return null;
  if (typeof attempt !== 'number' || !Number.isSafeInteger(attempt) || attempt < 1) return null;
  return { job, attempt, token };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
