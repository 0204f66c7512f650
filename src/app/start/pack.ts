import { commandLine } from '../../base/shellWord.ts';
import type { Problem } from '../../base/problem.ts';
import type { Tick } from '../../core/tick/types.ts';
import { branchReasons } from '../../core/ship/reasons.ts';
import type { Topology } from '../../core/topology/types.ts';
import { branchCommand } from '../reports/branchCommand.ts';
import type { LaneProfile } from '../laneModels.ts';
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
  /** What its lanes would run with. */
  readonly profiles: readonly LaneProfile[];
  readonly facts: ReportFacts;
  /** Paths that were written, relative to the control root. */
  readonly written: readonly string[];
  readonly nextCommand: string;
}

/** What can be run next without any danger; a person alone runs the one that ships. */
export function startNextCommand(
  facts: Pick<ReportFacts, 'issue' | 'branch' | 'task' | 'entry'>,
  about: {
    readonly blocked: boolean;
    readonly tick: Tick | null;
    readonly topology: string;
    /** Text of the pull request that the tick looked at; null for none. */
    readonly body: string | null;
    /** Options of the start that a tick takes, too: without them it would be another one. */
    readonly repeat: readonly string[];
  },
): string {
  const { issue, branch, task } = facts;
  const { blocked, tick, body } = about;
  const given = (option: string, value: string | null): readonly string[] => (value === null ? [] : [option, value]);
  if (!blocked && tick?.blockers.length === 0)
    return commandLine([
      ...['mam', 'active-loop', '--topology', about.topology, ...given('--task', task), ...given('--issue', issue)],
      ...['--branch', branch, ...given('--pr-body', body), ...about.repeat, '--execute'],
    ]);
  if (issue === null && blocked) return 'mam status';
  if (issue === null || branchReasons(branch, issue).length > 0) return branchCommand(facts);
  return commandLine(['mam', 'overlap-preflight', '--issue', issue, '--branch', branch]);
}
