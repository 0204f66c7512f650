import type { CheckResult } from '../../core/evidence/types.ts';
import { staleEvidence } from '../../core/evidence/staleness.ts';
import { gateFacts, touchesLoadBearing } from '../../core/gate/facts.ts';
import type { Run } from '../../core/loop/types.ts';
import { commitOf, newestMerge } from '../../core/merged/select.ts';
import { ttlOf } from '../../core/session/freshness.ts';
import { gateStatus } from '../../core/session/gateStatus.ts';
import { recordedStatus } from '../../core/session/recordedStatus.ts';
import type { State } from '../../core/state.ts';
import { fourRole } from '../../core/topology/presets.ts';
import { requiredRoles } from '../../core/topology/roles.ts';
import { ledgerSentence } from '../projections/facts.ts';
import { runUnits, unitsByAgent } from '../../core/mix/workUnits.ts';

/** What somebody found who looked beyond the log. Without it, evidence is exactly what the log says. */
export interface Looked {
  /** Findings of the privacy audit of the ledger's files. */
  readonly privacyIssues?: number;
  /** The stored patch can't be read any more. */
  readonly patchUnreadable?: boolean;
  /** The integration branch can't be read. */
  readonly branchUnreadable?: boolean;
  /** Checks of the source root, for a task that has no commit of its own. */
  readonly results?: readonly CheckResult[];
}

/** What evidence is about. */
export interface Subject {
  readonly state: State;
  readonly task: string;
  /** Null for a task that was never started. */
  readonly run: Run | null;
  /** The task's newest run, where that is another one. */
  readonly newest?: Run | undefined;
}

/** What the gate of one task was judged on, in the form of the contract. */
export function evidenceOf({ state, task, run, newest }: Subject, looked: Looked = {}) {
  const { roles, rules } = judged(state, run);
  const results = looked.results ?? (run?.results ?? []).filter((result) => result.head === run?.change?.head);
  const passed = results.length === 0 ? null : results.every((result) => result.outcome === 'passed');
  const stale = run && staleEvidence(state, run, newest);
  const role_ok = roles.length > 0 && roles.every((role) => role.ok);
  const objective_ok = passed !== false;
  const unreadable = looked.patchUnreadable === true || looked.branchUnreadable === true;
  const isOpen = run?.gate?.open === true && run.decision?.kind !== 'abandoned';
  const issues = (run?.faults.length ?? 0) + (looked.privacyIssues ?? 0);
  return {
    schema_version: 1,
    task_id: task,
    run_id: run?.id ?? null,
    identity: run && gateFacts(state, run).identity,
    topology: run?.options.topology.id ?? (state.topology ?? fourRole).id,
    gate_policy: 'conservative',
    stale: stale !== null,
    stale_reason: stale && ledgerSentence(stale),
    changed_files: (run?.change?.files ?? []).map((file) => file.path),
    load_bearing_touched: run !== null && touchesLoadBearing(run),
    conservative_gate: {
      ready: isOpen && stale === null && role_ok && objective_ok && !unreadable,
      required_roles: roles,
      role_ok,
      objective_ok,
      precedence: 'every rule must pass; unknown counts as closed',
      rules,
    },
    patch: patchOf(run, looked),
    apply: applyOf(run, looked),
    work_units: unitsOf(run),
    privacy: { clean: issues === 0, issue_count: issues },
    validation: {
      ran: results.length > 0,
      passed,
      returncode: results.find((result) => result.outcome !== 'passed')?.exitCode ?? (passed ? 0 : null),
      command_count: results.length,
      commands: results.map(({ check, outcome, exitCode, durationMs }) => ({
        line: check.line,
        outcome,
        returncode: exitCode,
        duration_ms: durationMs,
      })),
    },
    merged_result: mergedOf(run),
    eval_anomaly_advisory: null,
    eval_to_adr_advisory: null,
    ship: { triggered: false, decision: 'not triggered: evidence never ships anything' },
  };
}

/** What the head makes of a base that moved, and whether the checks passed on exactly that. */
function mergedOf(run: Run | null) {
  const merge = run && newestMerge(run);
  if (!merge) return null;
  const { base, head, made, checks } = merge;
  const results = run.results.filter((result) => result.head === commitOf(merge));
  const isClean = made.kind === 'clean';
  return {
    base,
    head,
    outcome: made.kind,
    commit: isClean ? made.commit : null,
    tree: isClean ? made.tree : null,
    conflicts: made.kind === 'conflict' ? made.files : [],
    changed_by_both: isClean ? made.both : [],
    commands: checks.map(({ line }) => ({
      line,
      outcome: results.findLast((result) => result.check.line === line)?.outcome ?? 'not-run-yet',
    })),
  };
}

interface Judged {
  readonly role: string;
  readonly status: string;
  readonly ok: boolean;
}

function judged(state: State, run: Run | null) {
  const topology = run?.options.topology ?? state.topology ?? fourRole;
  const required = run ? gateFacts(state, run).required : requiredRoles(topology, false);
  const roles = required.map((role): Judged => {
    if (run?.decision) return { role: role.name, ...recordedStatus(state, run, role) };
    const about = { run, identity: run && gateFacts(state, run).identity };
    const ttlMs = run?.options.leaseTtlMs ?? ttlOf(state);
    const { status, ok } = gateStatus(state, role, about, state.updatedAt, ttlMs);
    return { role: role.name, status, ok };
  });
  const rules = (run?.gate?.rules ?? []).map((rule) => ({
    rule: rule.rule,
    outcome: rule.outcome,
    proof: rule.proof,
    missing: rule.missing.map(ledgerSentence),
  }));
  return { roles, rules };
}

function patchOf(run: Run | null, { patchUnreadable }: Looked) {
  if (!run?.change) return null;
  if (patchUnreadable) return { verdict: 'unreadable' };
  const { files } = run.change;
  return {
    verdict: 'proposed',
    files: files.map((file) => file.path),
    diffstat: {
      files_changed: files.length,
      insertions: files.reduce((sum, file) => sum + file.added, 0),
      deletions: files.reduce((sum, file) => sum + file.removed, 0),
    },
  };
}

function applyOf(run: Run | null, { branchUnreadable }: Looked) {
  if (!run?.change) return null;
  return branchUnreadable
    ? { decision: 'unreadable' }
    : { decision: 'applied', applied: true, integration_branch: run.branch };
}

const unitsOf = (run: Run | null): Readonly<Record<string, number>> => unitsByAgent(run ? runUnits(run) : []);
