import { problem, type Problem } from '../../base/problem.ts';

const protectedNames: ReadonlySet<string> = new Set(['HEAD', 'main', 'master']);

/**
 * Why a branch must not be named so; null when it may be. Narrower than git: such a name is safe in commands, file names
 * and pages. `HEAD`, `main` and `master` need to be allowed by the caller.
 */
export function branchNameProblem(name: string, allowProtected = false): Problem | null {
  if (!/^[A-Za-z0-9._/-]+$/.test(name) || name.startsWith('-') || name.includes('..') || name.endsWith('.lock'))
    return problem(
      'branch.unfit',
      'The branch name {branch} can’t be used. Write it with Latin letters, digits, ".", "_", "/" and "-", without "..", a dash in front or ".lock" behind.',
      { branch: name },
    );
  if (!allowProtected && protectedNames.has(name))
    return problem('branch.protected', 'No task is worked on in {branch}. Name an issue branch.', { branch: name });
  return null;
}
