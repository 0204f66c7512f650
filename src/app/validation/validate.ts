import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Check, CheckResult } from '../../core/evidence/types.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import { isValidation } from '../../core/validation/commands.ts';
import type { ValidationCommand } from '../../core/validation/types.ts';
import type { Commands } from '../ports/commands.ts';
import { runCheckList } from '../runCheckList.ts';

/** The first command line that no list allows, as a problem; null when all may run. */
export function refusedCommand(
  checks: readonly Check[],
  commands: readonly ValidationCommand[],
  about: { readonly root: string; readonly isPrivate: (path: string) => boolean },
): Problem | null {
  const refused = checks.find(({ argv }) => !isValidation(argv, commands, about));
  return refused === undefined
    ? null
    : problem(
        'validation.refused',
        '{command} is not in mam.validation, so it is not run. Add it there if it may run.',
        {
          command: refused.line,
        },
      );
}

/** Runs command lines in a checkout, one after another; after the first that fails the rest only when `keepGoing`. */
export async function runValidation(
  checks: readonly Check[],
  how: {
    readonly cwd: string;
    readonly head: string;
    readonly timeoutMs: number;
    readonly keepGoing: boolean;
    readonly commands: Commands;
    readonly privacy: Privacy;
  },
  signal: AbortSignal,
): Promise<Result<readonly CheckResult[], Problem>> {
  if (!how.keepGoing) return runCheckList(checks, how, signal);
  const results: CheckResult[] = [];
  for (const check of checks) {
    const ran = await runCheckList([check], how, signal);
    if (!ran.ok) return err(ran.error);
    results.push(...ran.value);
  }
  return ok(results);
}
