import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import { normaliseChangedFile, outsideRepository } from '../core/surface/changedFiles.ts';

/** More paths than any change that a person hands in. */
const mostPaths = 20_000;

/**
 * Paths that an option lists, one a line or between commas, as files of the repository: sorted, each once. What can't be
 * one is wrong usage and named: too many of them (`cli.manyPaths`), or one that leaves the repository, lies in `.git` or
 * holds control characters (`cli.badPath`).
 */
export function readPathList(text: string, root: string, option: string): Result<readonly string[], Problem> {
  const parts = text
    .split(/[\n,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length > mostPaths)
    return err(
      problem('cli.manyPaths', '{option} lists {count} paths, and {most} are the most. Name fewer.', {
        option,
        count: parts.length,
        most: mostPaths,
      }),
    );
  const files = new Set<string>();
  for (const part of parts) {
    const file = normaliseChangedFile(part, root);
    if (file === outsideRepository || (file !== null && isUnfit(file)))
      return err(
        problem('cli.badPath', '{option} lists {path}, which is no file of this repository. Leave it out.', {
          option,
          path: JSON.stringify(part),
        }),
      );
    if (file !== null) files.add(file);
  }
  return ok([...files].toSorted());
}

const isUnfit = (file: string): boolean => /\p{Cc}/u.test(file) || /^\.git$/i.test(file.split('/')[0] ?? '');
