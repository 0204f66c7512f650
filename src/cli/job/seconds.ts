import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Call } from '../verb.ts';

/** An option in seconds, as milliseconds; `usual` where it is not given. What is more than none never becomes none. */
export function millisecondsOf<T>(call: Call, option: string, usual: T): Result<number | T, Problem> {
  const text = call.text(option);
  if (text === null) return ok(usual);
  const seconds = Number(text);
  return /^\d+(\.\d+)?$/.test(text) && Number.isFinite(seconds)
    ? ok(seconds > 0 ? Math.max(1, Math.round(seconds * 1000)) : 0)
    : err(
        problem('cli.badSeconds', '--{option} takes seconds, and {value} is no number of them.', {
          option,
          value: text,
        }),
      );
}
