import type { DomainEvent } from '../../core/event.ts';
import type { GateResult } from '../../core/gate/types.ts';
import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import type { Tick } from '../../core/tick/types.ts';
import { ledgerSentence } from './facts.ts';

/** An event under the name and with the fields that the contract has for it. */
export interface ContractEvent {
  readonly event: string;
  readonly [field: string]: unknown;
}

/** What the contract calls an event of MAM's own, or null where it has no name for it. A run that nobody knows has none either. */
export function contractEvent(event: DomainEvent, runs: State['runs']): ContractEvent | null {
  switch (event.type) {
    case 'sessionBeat': {
      const { session, role, status, agent, task } = event;
      return { event: 'session-heartbeat', session_id: session, role, status, agent, task_id: task };
    }
    case 'worktreePrepared': {
      const { role, issue, worktree: branch } = event;
      return { event: 'active-worktree-prepare', role, issue, branch, execute: true };
    }
    case 'ticked':
      return activeLoop(event.tick);
    case 'verdictGiven': {
      const { session, role, agent, word, identity } = event.verdict;
      const verdict = word === 'pass' ? 'approved' : 'needs-attention';
      return agentTurn({ session, role, agent, verdict, task: identity.task, units: 1 });
    }
    case 'verdictMissing': {
      const run = runs[event.run];
      const job = run?.jobs.find((one) => one.id === event.job);
      if (!run || !job) return null;
      const units = job.ended?.outcome.kind === 'report' ? 1 : 0;
      return agentTurn({ ...job, verdict: 'error', task: run.task.id, units });
    }
    case 'patchCommitted':
      return about(runs[event.run], (run) => ({
        event: 'active-apply',
        execute: true,
        decision: 'applied',
        task_id: run.task.id,
        integration_branch: run.branch,
        applied: true,
        blockers: [],
      }));
    case 'gateOpened':
    case 'gateClosed':
      return about(runs[event.run], (run) => ({
        event: 'gate-evidence',
        task_id: run.task.id,
        ready: event.gate.open,
        privacy_clean: isPrivacyClean(event.gate),
        eval_anomaly: false,
        eval_to_adr: false,
      }));
    default:
      return null;
  }
}

const activeLoop = (tick: Tick): ContractEvent => {
  const { mode, topology, execute, decision, task, issue, branch } = tick;
  return {
    event: 'active-loop',
    mode,
    topology,
    execute,
    decision,
    task_id: task,
    issue,
    branch,
    blockers: tick.blockers.map(ledgerSentence),
    warnings: tick.warnings.map(ledgerSentence),
  };
};

const about = (run: Run | undefined, make: (run: Run) => ContractEvent): ContractEvent | null =>
  run ? make(run) : null;

/** What a judged gate says of secrets and of what left the claimed files. */
const isPrivacyClean = (gate: GateResult): boolean =>
  gate.rules.every((rule) => rule.rule !== 'integrity' || rule.outcome === 'pass');

interface Turn {
  readonly session: string;
  readonly role: string;
  readonly agent: string;
  readonly verdict: string;
  readonly task: string;
  readonly units: number;
}

/** MAM hands a lane its brief, not a model or an effort, so these are empty. */
const agentTurn = ({ session, role, agent, verdict, task, units }: Turn): ContractEvent => ({
  event: 'agent-turn',
  session_id: session,
  role,
  agent,
  verdict,
  task_id: task,
  wu: units,
  lane_model: null,
  lane_effort: null,
  prior_artifact_ref: null,
});
