import { gateFacts, touchesLoadBearing } from '../../core/gate/facts.ts';
import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import { ledgerSentence, newestChanges } from './facts.ts';
import { ledgerJson, type Stamp } from './json.ts';
import type { Projection } from './projection.ts';
import { unitsByAgent } from './workUnits.ts';

/** What the gate of one run was judged on. */
const evidenceOf = (state: State, run: Run) => {
  const { required, verdicts, identity } = gateFacts(state, run);
  const roles = required.map((role) => {
    const own = verdicts.filter((verdict) => verdict.session === role.session);
    const ok = own.length > 0 && own.every((verdict) => verdict.word === 'pass');
    return { role: role.name, status: own.length === 0 ? 'missing' : ok ? 'passed' : 'blocked', ok };
  });
  const files = run.change?.files ?? [];
  const results = run.results.filter((result) => result.head === run.change?.head);
  const reports = run.jobs.filter((job) => job.ended?.outcome.kind === 'report');
  const units = reports.map(({ agent, session }) => ({ agent, session, task: run.task.id, at: '' }));
  const passed = results.length === 0 ? null : results.every((result) => result.outcome === 'passed');
  return {
    schema_version: 1,
    task_id: run.task.id,
    run_id: run.id,
    identity,
    topology: run.options.topology.id,
    gate_policy: 'conservative',
    changed_files: files.map((file) => file.path),
    load_bearing_touched: touchesLoadBearing(run),
    conservative_gate: {
      ready: run.gate?.open ?? false,
      required_roles: roles,
      role_ok: roles.length > 0 && roles.every((role) => role.ok),
      objective_ok: passed !== false,
      precedence: 'every rule must pass; unknown counts as closed',
      rules: (run.gate?.rules ?? []).map((rule) => ({
        rule: rule.rule,
        outcome: rule.outcome,
        proof: rule.proof,
        missing: rule.missing.map(ledgerSentence),
      })),
    },
    patch: run.change && {
      verdict: 'proposed',
      files: files.map((file) => file.path),
      diffstat: {
        files_changed: files.length,
        insertions: files.reduce((sum, file) => sum + file.added, 0),
        deletions: files.reduce((sum, file) => sum + file.removed, 0),
      },
    },
    apply: run.change && { decision: 'applied', applied: true, integration_branch: run.branch },
    work_units: unitsByAgent(units),
    privacy: { clean: run.faults.length === 0, issue_count: run.faults.length },
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
    eval_anomaly_advisory: null,
    eval_to_adr_advisory: null,
    ship: { triggered: false, decision: 'not triggered: a person approves and merges' },
  };
};

const summary = (state: State, run: Run): string => {
  const it = evidenceOf(state, run);
  const rules = it.conservative_gate.rules.map(
    (rule) => `| ${rule.rule} | ${rule.outcome} | ${[rule.proof, ...rule.missing].filter(Boolean).join(' ')} |`,
  );
  return `${[
    `# Gate Evidence: ${run.task.id}`,
    [
      `- Gate: ${it.conservative_gate.ready ? 'open' : 'closed'}`,
      `- Topology: ${it.topology}`,
      `- Branch: ${run.branch}`,
      `- Base: ${run.base?.commit ?? 'N/A'}`,
      `- Head: ${run.change?.head ?? 'N/A'}`,
      `- Privacy: ${it.privacy.clean ? 'clean' : `${it.privacy.issue_count} faults`}`,
    ].join('\n'),
    `## Rules\n\n| Rule | Outcome | Proof or what is missing |\n|---|---|---|\n${rules.join('\n')}`,
    `## Reviews\n\n${it.conservative_gate.required_roles.map((role) => `- ${role.role}: ${role.status}`).join('\n')}`,
    `## Checks\n\n${it.validation.commands.map((one) => `- \`${one.line}\`: ${one.outcome}`).join('\n') || '- None'}`,
    `## Changed Files\n\n${it.changed_files.map((path) => `- \`${path}\``).join('\n') || '- None'}`,
  ].join('\n\n')}\n`;
};

/** Evidence of the newest run of each task that committed something, its gate judged or not. */
export const gateEvidence = (state: State): readonly Projection[] =>
  newestChanges(state).flatMap((run) => {
    const folder = `gate_evidence/${run.task.id}`;
    return [
      {
        path: `${folder}/evidence.json`,
        reads: [run],
        render: (stamp: Stamp) => ledgerJson(evidenceOf(state, run), stamp),
      },
      { path: `${folder}/evidence.md`, reads: [run], render: () => summary(state, run) },
    ];
  });
