import type * as z from 'zod';
import { activeApplySchema } from './activeApply.ts';
import { agentMixSchema } from './agentMix.ts';
import { autoLoopStateSchema } from './autoLoopState.ts';
import { codexRunnerSchema, reviewArtifactSchema } from './codexRunner.ts';
import { eventLineSchema } from './eventLine.ts';
import { gateEvidenceSchema } from './gateEvidence.ts';
import { leasesSchema } from './leases.ts';
import { loopStateSchema } from './loopState.ts';
import { sessionRegistrySchema } from './sessionRegistry.ts';

interface LedgerFile {
  /** Below the ledger's folder; `*` stands for a task. */
  readonly path: string;
  /** Name of the JSON Schema that is made from it. */
  readonly schemaFile: string;
  readonly title: string;
  readonly schema: z.ZodType;
}

/** Every contract file that has a form, for editors that check it and for the tests of what MAM writes. */
export const ledgerFiles: readonly LedgerFile[] = [
  {
    path: 'session_registry.json',
    schemaFile: 'session-registry.schema.json',
    title: 'Seats of the topology',
    schema: sessionRegistrySchema,
  },
  { path: 'leases.json', schemaFile: 'leases.schema.json', title: 'Write leases', schema: leasesSchema },
  { path: 'agent_mix.json', schemaFile: 'agent-mix.schema.json', title: 'Mix of agents', schema: agentMixSchema },
  {
    path: 'auto_loop_state.json',
    schemaFile: 'auto-loop-state.schema.json',
    title: 'State of the loop',
    schema: autoLoopStateSchema,
  },
  {
    path: 'gate_evidence/*/evidence.json',
    schemaFile: 'gate-evidence.schema.json',
    title: 'Evidence of a gate',
    schema: gateEvidenceSchema,
  },
  {
    path: 'loop_state.json',
    schemaFile: 'loop-state.schema.json',
    title: 'State of the work on a change',
    schema: loopStateSchema,
  },
  {
    path: 'codex_runner_state.json',
    schemaFile: 'codex-runner-state.schema.json',
    title: 'Read lanes that were run together',
    schema: codexRunnerSchema,
  },
  {
    path: 'active_apply_state.json',
    schemaFile: 'active-apply-state.schema.json',
    title: 'The newest patch that was applied',
    schema: activeApplySchema,
  },
  {
    path: 'artifacts/*/*/*.json',
    schemaFile: 'review-artifact.schema.json',
    title: 'What one review lane came to',
    schema: reviewArtifactSchema,
  },
  { path: 'events.jsonl', schemaFile: 'event-line.schema.json', title: 'One line of events', schema: eventLineSchema },
];
