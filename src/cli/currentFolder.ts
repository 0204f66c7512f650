import { problem } from '../base/problem.ts';
import { ProblemError } from '../base/problemError.ts';

/** The folder that the command was called in. Throws a ProblemError where somebody removed it. */
export function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new ProblemError(
      problem('cli.folderGone', 'The folder that mam was called in is gone. Go to another one, and call it there.'),
      error,
    );
  }
}
