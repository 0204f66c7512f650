import { ownerRole } from './ownerRole.ts';
import { ledgerJson } from '../projections/json.ts';
import { claimPolicy } from '../../core/claim/policy.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import { continuationOf } from './continuation.ts';
import type { ReportFacts } from './facts.ts';
import { freshnessOf } from './freshness.ts';
import { gateOf } from './gate.ts';

/** loop_state.json: where the work stands, for programs. */
export const loopStateJson = (facts: ReportFacts, privacy: Privacy): string =>
  ledgerJson(loopStateData(facts), {
    seq: facts.seq,
    at: facts.at,
    privacy,
    ...(facts.hash === null ? {} : { hash: facts.hash }),
  });

export function loopStateData(facts: ReportFacts): Readonly<Record<string, unknown>> {
  const gate = gateOf(facts);
  const next = continuationOf(facts);
  const { surface } = facts;
  return {
    schema_version: 1,
    task: taskOf(facts),
    pr: facts.pullRequest,
    gate: { gate: gate.gate, severity: gate.severity, signals: gate.signals, next_safe_command: gate.nextCommand },
    surface: {
      surface: surface.surface,
      confidence: surface.confidence,
      reviewer_type: surface.reviewer,
      additional_surfaces: surface.additional,
      matched_files: facts.files,
      disallowed_claims: claimPolicy(surface, facts.claimWords).flatMap((rule) =>
        rule.allowed === 'never' ? [rule.kind] : [],
      ),
    },
    validation_suggestions: facts.validation,
    artifacts: Object.fromEntries(facts.artifacts.map((one) => [one.path, one.exists])),
    freshness: freshnessOf(facts),
    manifest: {
      exists: false,
      current: false,
      reason: 'MAM keeps no list of its files: each says itself when it was made.',
    },
    continuation: {
      status: next.status,
      can_auto_continue: next.status === 'ready-for-preflight',
      current_branch: facts.branch,
      branch_issue: facts.issue,
      task_id: facts.task,
      pr: facts.pullRequest,
      surface: surface.surface,
      blockers: next.blockers,
      warnings: next.warnings,
      next_safe_command: next.nextCommand,
      commands: [next.nextCommand],
    },
  };
}

function taskOf({ task, entry, handoff }: ReportFacts): unknown {
  if (task === null || entry === null) return null;
  const check = handoff?.ok === true ? handoff.value : null;
  return {
    id: task,
    title: entry.title,
    status: entry.status,
    owner_role: ownerRole(entry.body),
    handoff_ok: check?.ok ?? null,
    handoff_missing: check?.missing ?? [],
    handoff_invalid: check?.invalid.map((one) => one.label) ?? [],
  };
}
