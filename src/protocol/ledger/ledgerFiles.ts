import type * as z from 'zod';
import { activeApplySchema } from './activeApply.ts';
import { agentMixSchema } from './agentMix.ts';
import { autoLoopStateSchema } from './autoLoopState.ts';
import { codexRunnerSchema, reviewArtifactSchema } from './codexRunner.ts';
import { eventLineSchema } from './eventLine.ts';
import { gateEvidenceSchema } from './gateEvidence.ts';
import { leasesSchema } from './leases.ts';
import { loopStateSchema } from './loopState.ts';
import { patchArtifactSchema } from './patchArtifactForm.ts';
import { backlogHandoffSchema, queueRecommendationsSchema } from './queueAdvice.ts';
import { sessionRegistrySchema } from './sessionRegistry.ts';

export interface LedgerFile {
  /** All files of this form, below the ledger's folder unless said; `*` stands for one name, such as a task's. */
  readonly paths: readonly string[];
  /** Name of the JSON Schema that is made from it. */
  readonly schemaFile: string;
  readonly title: string;
  readonly schema: z.ZodType;
}

/** Every contract file that has a form, for editors that check it and for the tests of what MAM writes. */
export const ledgerFiles: readonly LedgerFile[] = [
  {
    paths: ['session_registry.json'],
    schemaFile: 'session-registry.schema.json',
    title: 'Seats of the topology',
    schema: sessionRegistrySchema,
  },
  { paths: ['leases.json'], schemaFile: 'leases.schema.json', title: 'Write leases', schema: leasesSchema },
  { paths: ['agent_mix.json'], schemaFile: 'agent-mix.schema.json', title: 'Mix of agents', schema: agentMixSchema },
  {
    paths: ['auto_loop_state.json'],
    schemaFile: 'auto-loop-state.schema.json',
    title: 'State of the loop',
    schema: autoLoopStateSchema,
  },
  {
    paths: ['gate_evidence/*/evidence.json', 'tasks/*/evidence.json'],
    schemaFile: 'gate-evidence.schema.json',
    title: 'Evidence of a gate',
    schema: gateEvidenceSchema,
  },
  {
    paths: ['queue_recommendations.json'],
    schemaFile: 'queue-recommendations.schema.json',
    title: 'Tasks that could be put into the queue',
    schema: queueRecommendationsSchema,
  },
  {
    paths: ['backlog_handoff_queue.json'],
    schemaFile: 'backlog-handoff-queue.schema.json',
    title: 'The backlog of the queue',
    schema: backlogHandoffSchema,
  },
  {
    paths: ['loop_state.json'],
    schemaFile: 'loop-state.schema.json',
    title: 'State of the work on a change',
    schema: loopStateSchema,
  },
  {
    paths: ['codex_runner_state.json'],
    schemaFile: 'codex-runner-state.schema.json',
    title: 'Lanes that were run together, a write lane or a team',
    schema: codexRunnerSchema,
  },
  {
    paths: ['active_apply_state.json'],
    schemaFile: 'active-apply-state.schema.json',
    title: 'The newest patch that was applied',
    schema: activeApplySchema,
  },
  {
    paths: [
      'patch_runs/implementer/patch_artifact.json',
      'omc_runs/omc-team/patch_artifact.json',
      'omc_runs/omc-team/*/patch_artifact.json',
    ],
    schemaFile: 'patch-artifact.schema.json',
    title: 'The patch of the newest write lane or team',
    schema: patchArtifactSchema,
  },
  {
    paths: ['artifacts/*/*/*.json', 'tasks/*/artifacts/*/*.json'],
    schemaFile: 'review-artifact.schema.json',
    title: 'What one review lane came to',
    schema: reviewArtifactSchema,
  },
  {
    paths: ['events.jsonl'],
    schemaFile: 'event-line.schema.json',
    title: 'One line of events',
    schema: eventLineSchema,
  },
];
