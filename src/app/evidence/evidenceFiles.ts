import { ledgerJson, type Stamp } from '../projections/json.ts';
import { evidenceOf, type Looked, type Subject } from './evidenceOf.ts';

/** The two files of one task's evidence. Both name the event of the log up to which they are true, and its hash. */
export function evidenceTexts(
  subject: Subject,
  stamp: Stamp,
  looked: Looked = {},
): { readonly json: string; readonly markdown: string } {
  const { task, run } = subject;
  const it = evidenceOf(subject, looked);
  const { conservative_gate: gate } = it;
  const rules = gate.rules.map(
    (rule) => `| ${rule.rule} | ${rule.outcome} | ${[rule.proof, ...rule.missing].filter(Boolean).join(' ')} |`,
  );
  const list = (lines: readonly string[]): string => (lines.length === 0 ? '- None' : lines.join('\n'));
  const markdown = `${[
    `# Gate Evidence: ${task}`,
    [
      `- Gate: ${gate.ready ? 'open' : 'closed'}`,
      `- Topology: ${it.topology}`,
      `- Branch: ${run?.branch ?? 'N/A'}`,
      `- Base: ${run?.base?.commit ?? 'N/A'}`,
      `- Head: ${run?.change?.head ?? 'N/A'}`,
      ...(it.merged_result === null ? [] : [mergedLine(it.merged_result)]),
      `- Privacy: ${it.privacy.clean ? 'clean' : `${it.privacy.issue_count} faults`}`,
      ...(it.stale_reason === null ? [] : [`- Stale: ${it.stale_reason}`]),
    ].join('\n'),
    `## Rules\n\n| Rule | Outcome | Proof or what is missing |\n|---|---|---|\n${rules.join('\n')}`,
    `## Reviews\n\n${list(gate.required_roles.map((role) => `- ${role.role}: ${role.status}`))}`,
    `## Checks\n\n${list(it.validation.commands.map((one) => `- \`${one.line}\`: ${one.outcome}`))}`,
    `## Changed Files\n\n${list(it.changed_files.map((path) => `- \`${path}\``))}`,
    `Log: event ${stamp.seq}${stamp.hash === undefined ? '' : `, ${stamp.hash}`}`,
  ].join('\n\n')}\n`;
  return { json: ledgerJson(it, stamp), markdown };
}

const mergedLine = ({ base, commit, outcome }: NonNullable<ReturnType<typeof evidenceOf>['merged_result']>): string =>
  `- Merged onto ${base}: ${commit ?? outcome}`;
