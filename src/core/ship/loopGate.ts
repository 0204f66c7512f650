import { commandLine } from '../../base/shellWord.ts';
import type { Severity } from '../claim/types.ts';
import type { HandoffKnown } from '../handoff/types.ts';
import { handoffReasons } from './reasons.ts';

/** The question that a change has to answer next. */
export interface LoopGate {
  readonly gate:
    | 'orientation'
    | 'handoff'
    | 'implementation-or-review'
    | 'manual-gated-task'
    | 'serial-task-selection'
    | 'review-followup'
    | 'claim-boundary';
  readonly severity: Severity | 'low';
  /** What it was seen by. */
  readonly signals: readonly string[];
  readonly nextCommand: string;
}

export interface LoopGateFacts {
  /** How far MAM's own run of exactly this commit has come, once its gate is open; null before, and without a run. */
  readonly standing: 'open' | 'approved' | 'merged' | null;
  readonly task: { readonly id: string; readonly status: string } | null;
  readonly files: number;
  readonly pullRequest: string | null;
  readonly handoff: HandoffKnown;
  readonly private: boolean;
  readonly serial: boolean;
  /** Findings in claim text and pull request text. */
  readonly claimFindings: number;
  readonly reviewFollowups: boolean;
}

/** Statuses of a task that wait for a person. */
const manual: ReadonlySet<string> = new Set(['blocked', 'review']);

/** Where the work stands, by the first gate that is closed: what is dangerous first, then what comes first in time. */
export function loopGate(facts: LoopGateFacts): LoopGate {
  const { task } = facts;
  if (facts.private || facts.claimFindings > 0)
    return {
      gate: 'claim-boundary',
      severity: facts.private ? 'critical' : 'high',
      signals: [
        ...(facts.private ? ['private-surface'] : []),
        ...(facts.claimFindings > 0 ? [`claim-findings=${facts.claimFindings}`] : []),
      ],
      nextCommand: 'mam readiness-score',
    };
  if (task === null && facts.files === 0 && facts.pullRequest === null)
    return { gate: 'orientation', severity: 'low', signals: ['no-task', 'no-files'], nextCommand: 'mam status' };
  if (task !== null && facts.standing !== null) return standingGate(task.id, facts.standing);
  if (task !== null && manual.has(task.status))
    return {
      gate: 'manual-gated-task',
      severity: 'medium',
      signals: [`task-status=${task.status}`],
      nextCommand: commandLine(['mam', 'gate', task.id]),
    };
  if (task !== null && handoffReasons(task.id, facts.handoff).length > 0)
    return {
      gate: 'handoff',
      severity: 'high',
      signals: [facts.handoff?.ok === false ? `handoff-unknown=${facts.handoff.error.code}` : 'handoff-incomplete'],
      nextCommand: commandLine(['mam', 'handoff-check', '--task', task.id]),
    };
  if (facts.reviewFollowups)
    return {
      gate: 'review-followup',
      severity: 'medium',
      signals: ['review-followups'],
      nextCommand: 'mam resume',
    };
  if (facts.serial)
    return {
      gate: 'serial-task-selection',
      severity: 'medium',
      signals: ['serial-surface'],
      nextCommand: 'mam lease list',
    };
  return {
    gate: 'implementation-or-review',
    severity: 'medium',
    signals: [
      ...(task === null ? [] : [`task-status=${task.status}`]),
      ...(facts.files === 0 ? [] : [`changed-files=${facts.files}`]),
      ...(facts.pullRequest === null ? [] : [`pull-request=${facts.pullRequest}`]),
    ],
    nextCommand: 'mam active-loop --dry-run',
  };
}

/** What was judged already is not sent back to an earlier gate: it waits for a person, or for nobody. */
function standingGate(task: string, standing: NonNullable<LoopGateFacts['standing']>): LoopGate {
  if (standing === 'merged')
    return { gate: 'orientation', severity: 'low', signals: ['task-merged'], nextCommand: 'mam status' };
  return {
    gate: 'manual-gated-task',
    severity: 'medium',
    signals: [standing === 'open' ? 'run-gate=open' : 'run-approved'],
    nextCommand: commandLine(['mam', standing === 'open' ? 'gate' : 'merge', task]),
  };
}
