import type { Problem } from '../../base/problem.ts';
import type { Tick } from '../../core/tick/types.ts';
import type { Topology } from '../../core/topology/types.ts';
import type { ReportFacts } from '../reports/facts.ts';

/** What the start of work found and wrote. */
export interface StartPack {
  readonly decision: 'started' | 'blocked';
  readonly blockers: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** The dry tick; null when it could not be made. What blocks it does not block the start. */
  readonly tick: Tick | null;
  readonly topology: Topology;
  /** Agent of each seat that a person chose one for. */
  readonly agents: Readonly<Record<string, string>>;
  readonly facts: ReportFacts;
  /** Paths that were written, relative to the control root. */
  readonly written: readonly string[];
  readonly nextCommand: string;
}

/** What can be run next without any danger; a person alone runs the one that ships. */
export function startNextCommand(
  facts: Pick<ReportFacts, 'issue' | 'branch' | 'task'>,
  blocked: boolean,
  tick: Tick | null,
  topology: string,
): string {
  const { issue, branch, task } = facts;
  if (!blocked && tick?.blockers.length === 0)
    return `mam active-loop --topology ${topology}${task === null ? '' : ` --task ${task}`} --execute`;
  if (issue === null) return blocked ? 'mam status' : 'mam active-start --repair-branch';
  return `mam overlap-preflight --issue ${issue} --branch ${branch}`;
}
