import { commandLine } from '../../base/shellWord.ts';
import { slug } from '../../core/branch/slug.ts';
import { isIntegrationBranch } from '../../core/loop/names.ts';
import type { ReportFacts } from './facts.ts';

/**
 * How work that stands in no branch of its issue comes into one. With a known issue that only shows what would be made;
 * MAM's own branch is one already, and lacks nothing but the name of the issue.
 */
export function branchCommand({ branch, issue, entry }: Pick<ReportFacts, 'branch' | 'issue' | 'entry'>): string {
  if (issue !== null) {
    const name = entry === null ? 'active-start' : `${entry.id.toLowerCase()}-${slug(entry.title)}`;
    return commandLine(['mam', 'worktree', '--role', 'implementer', '--slug', name, '--issue', issue]);
  }
  return isIntegrationBranch(branch) ? 'mam status' : 'mam active-start --repair-branch';
}
