import type { FileChange } from '../../core/loop/types.ts';
import { mayHoldTests } from '../../core/testLoss/isTestPath.ts';
import { testLosses } from '../../core/testLoss/testLosses.ts';
import type { TestFile, TestLoss } from '../../core/testLoss/types.ts';
import type { Git } from '../ports/git.ts';

/** Files that are looked at; those beyond are told as not looked at. */
const mostFiles = 200;

/** What a change from one commit to another takes away from the tests. What can't be read is told, and never left out. */
export async function findTestLosses(
  { base, head, files }: { readonly base: string; readonly head: string; readonly files: readonly FileChange[] },
  git: Pick<Git, 'readFileAt'>,
): Promise<readonly TestLoss[]> {
  const tests = files.filter(({ path }) => mayHoldTests(path));
  const read: TestFile[] = [];
  const unread: TestLoss[] = [];
  for (const [i, { path }] of tests.entries()) {
    const [before, after] =
      i < mostFiles ? [await git.readFileAt(base, path), await git.readFileAt(head, path)] : [null, null];
    if (before?.ok && after?.ok) read.push({ path, before: before.value, after: after.value });
    else unread.push({ path, kind: 'unread', before: 0, after: 0, lines: [] });
  }
  return [...testLosses(read), ...unread];
}
