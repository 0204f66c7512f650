import type { CheckResult } from '../../core/evidence/types.ts';
import type { AutoPassFacts } from '../../core/ship/autoPass.ts';
import type { ReportFacts } from './facts.ts';
import { code } from './markdown.ts';

type Known = Pick<ReportFacts, 'run' | 'files'>;

/** Results of exactly this change: a file that the run did not commit was not there when its checks ran. */
function resultsOf({ run, files }: Known): readonly CheckResult[] {
  const { change } = run ?? {};
  if (!run || !change) return [];
  const committed = new Set(change.files.map((file) => file.path));
  return files.every((file) => committed.has(file)) ? run.results.filter((one) => one.head === change.head) : [];
}

/** How the checks of the run that made the commit ended; not run while one of them has no result. */
export function validationOf(facts: Known): AutoPassFacts['validation'] {
  const results = resultsOf(facts);
  if (results.some((one) => one.outcome !== 'passed')) return 'failed';
  const checks = facts.run?.checks ?? [];
  const all = checks.every((check) => results.some((one) => one.check.line === check.line));
  return checks.length > 0 && all ? 'passed' : 'not-run';
}

/** Commands that check a change, each with how it ended where MAM ran it on this very commit, and `open` where it did not. */
export const checkLines = (facts: Known, commands: readonly string[], open: string): readonly string[] => {
  const results = resultsOf(facts);
  return [...new Set([...commands, ...results.map((one) => one.check.line)])].map((line) => {
    const result = results.find((one) => one.check.line === line);
    return `${code(line)}${result ? `: ${result.outcome}, run by MAM on ${result.head.slice(0, 7)}` : open}`;
  });
};
