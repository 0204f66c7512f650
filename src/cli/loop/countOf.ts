import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Call } from '../verb.ts';

/** A whole number of an option; null where it was not given. */
export function countOf(call: Call, option: string, least: number): Result<number | null, Problem> {
  const text = call.text(option);
  if (text === null) return ok(null);
  const count = Number(text);
  if (/^\d{1,3}$/.test(text) && count >= least) return ok(count);
  return err(
    problem('cli.badCount', '--{option} takes a whole number from {least} to 999, and {value} is none.', {
      option,
      least,
      value: text,
    }),
  );
}
