import { problem, type Problem } from '../base/problem.ts';
import { err, type Result } from '../base/result.ts';
import { reasonOf } from '../core/overlap/reasonOf.ts';
import type { Forge } from './ports/forge.ts';

/** The files of a pull request by its number; the problem says how to do without the forge. */
export async function pullRequestFiles(
  forge: Pick<Forge, 'changedFiles'>,
  number: string,
): Promise<Result<readonly string[], Problem>> {
  const files = await forge.changedFiles(Number(number));
  if (files.ok) return files;
  return err(
    problem(
      'forge.noFiles',
      'The files of pull request #{number} could not be read: {reason}. Name them with --changed-files or --from-git instead.',
      { number, reason: reasonOf(files.error) },
    ),
  );
}
