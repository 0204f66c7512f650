import * as z from 'zod';
import { count, stamped, taskId } from './fields.ts';

const commit = z.string().min(1);

const identity = z.strictObject({
  task: taskId.describe('The task.'),
  run: z.string().min(1).describe('The run of the task.'),
  round: z.int().min(1).describe('The round of work that was judged.'),
  base: commit.describe('The commit that the work started from.'),
  head: commit.describe('The commit that was judged.'),
  tree: commit.describe('The tree of that commit.'),
});

const conservativeGate = z.strictObject({
  ready: z.boolean().describe('Whether every rule passed on exactly this commit.'),
  required_roles: z
    .array(
      z.strictObject({
        role: z.string().min(1).describe('Name of the role.'),
        status: z.string().describe('What it said of this commit; missing when nothing.'),
        ok: z.boolean().describe('Whether that is a pass.'),
      }),
    )
    .describe('The roles whose verdict is needed.'),
  role_ok: z.boolean().describe('Whether all of them passed.'),
  objective_ok: z.boolean().describe('False when a check failed.'),
  precedence: z.string().describe('What outweighs what.'),
  rules: z
    .array(
      z.strictObject({
        rule: z.string().min(1).describe('Id of the rule.'),
        outcome: z.enum(['pass', 'fail', 'pending']).describe('Pending and fail both keep the gate closed.'),
        proof: z.string().describe('What proves a pass.'),
        missing: z.array(z.string()).describe('Why it is none, and the way out.'),
      }),
    )
    .describe('The gate, rule by rule.'),
});

const unreadable = (field: string) =>
  z.strictObject({ [field]: z.literal('unreadable').describe('It is there and can’t be read.') });

const patch = z.strictObject({
  verdict: z.enum(['proposed', 'empty', 'blocked', 'error']).describe('What became of the work.'),
  files: z.array(z.string()).describe('The files that it changes.'),
  diffstat: z
    .strictObject({
      files_changed: count.describe('Files.'),
      insertions: count.describe('Lines that it adds.'),
      deletions: count.describe('Lines that it takes away.'),
    })
    .describe('How much it changes.'),
});

const apply = z.strictObject({
  decision: z.enum(['blocked', 'checked', 'applied']).describe('What was decided about the patch.'),
  applied: z.boolean().describe('Whether the patch is on the branch.'),
  integration_branch: z.string().nullable().describe('The branch that it was put on.'),
});

const validation = z.strictObject({
  ran: z.boolean().describe('Whether checks ran on exactly this commit.'),
  passed: z.boolean().nullable().describe('Whether all of them passed; null when none ran.'),
  returncode: z.int().nullable().describe('0, or the first other exit code.'),
  command_count: count.describe('How many ran.'),
  commands: z
    .array(
      z.strictObject({
        line: z.string().describe('The command.'),
        outcome: z.string().describe('How it ended.'),
        returncode: z.int().nullable().describe('Its exit code; null when it had none.'),
        duration_ms: z.number().min(0).describe('How long it took, in milliseconds.'),
      }),
    )
    .describe('The commands, one by one.'),
});

const mergedResult = z.strictObject({
  base: commit.describe('The base that it was merged onto.'),
  head: commit.describe('The head that was merged.'),
  outcome: z
    .enum(['clean', 'conflict', 'rewritten'])
    .describe('What came of it; rewritten is a base with another history.'),
  commit: commit.nullable().describe('The merge, with both as its parents; null when there is none.'),
  tree: commit.nullable().describe('Its tree.'),
  conflicts: z.array(z.string()).describe('The files that conflict.'),
  changed_by_both: z.array(z.string()).describe('Files whose text is neither the reviewed one nor that of the base.'),
  commands: z
    .array(
      z.strictObject({
        line: z.string().describe('A check, as that base names it.'),
        outcome: z.string().describe('How it ended on the merge.'),
      }),
    )
    .describe('The checks of the merge.'),
});

/** gate_evidence/<task>/evidence.json, version 1: what the gate of a task was judged on. */
export const gateEvidenceSchema = z.strictObject({
  schema_version: z.literal(1).describe('Version of this file.'),
  ...stamped,
  task_id: taskId.describe('The task.'),
  run_id: z.string().min(1).nullable().describe('The run of the task; null when it was never started.'),
  identity: identity.nullable().describe('The exact commit that everything here is about.'),
  topology: z.string().min(1).describe('Id of the topology that reviewed it.'),
  gate_policy: z.literal('conservative').describe('Unknown counts as closed.'),
  stale: z.boolean().describe('Whether head, base or changed files moved since.'),
  stale_reason: z.string().nullable().describe('What moved; null when nothing did.'),
  changed_files: z.array(z.string()).describe('The files that the commit changes against its base.'),
  load_bearing_touched: z.boolean().describe('Whether one of them is load-bearing.'),
  conservative_gate: conservativeGate.describe('The gate.'),
  patch: z.union([patch, unreadable('verdict'), z.null()]).describe('The patch; null when there is none.'),
  apply: z.union([apply, unreadable('decision'), z.null()]).describe('How it was applied; null when it was not.'),
  work_units: z
    .object({ claude: count.describe('Those of claude.'), codex: count.describe('Those of codex.') })
    .catchall(count)
    .describe('Work units of each agent on this run.'),
  privacy: z
    .strictObject({
      clean: z.boolean().describe('Whether there was nothing.'),
      issue_count: count.describe('How many things there were.'),
    })
    .describe('Whether anything private or secret was found.'),
  validation: validation.describe('The checks that the host ran.'),
  merged_result: mergedResult
    .nullable()
    .optional()
    .describe('Where the base moved: what the head makes of it. Null while the base is where the work began.'),
  eval_anomaly_advisory: z.record(z.string(), z.unknown()).nullable().describe('Advice about odd evaluation results.'),
  eval_to_adr_advisory: z.record(z.string(), z.unknown()).nullable().describe('Advice to record a decision.'),
  ship: z
    .strictObject({
      triggered: z.boolean().describe('Whether anything was shipped.'),
      decision: z.string().describe('Why or why not.'),
    })
    .describe('Evidence never ships anything; this says so.'),
});
