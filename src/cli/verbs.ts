import type { Translate } from '../base/problem.ts';
import type { Verb } from './verb.ts';

/** Every verb by its name, loaded when it is called: a heartbeat must not pay for the engine. */
export const verbs: Readonly<Record<string, () => Promise<Verb>>> = {
  start: async () => (await import('./commands/start.ts')).start,
  loop: async () => (await import('./commands/loop.ts')).loop,
  status: async () => (await import('./commands/status.ts')).status,
  stop: async () => (await import('./commands/stop.ts')).stop,
  resume: async () => (await import('./commands/resume.ts')).resume,
  gate: async () => (await import('./commands/gate.ts')).gate,
  transcript: async () => (await import('./commands/transcript.ts')).transcript,
  approve: async () => (await import('./commands/approve.ts')).approve,
  return: async () => (await import('./commands/return.ts')).returnTask,
  abandon: async () => (await import('./commands/abandon.ts')).abandon,
  merge: async () => (await import('./commands/merge.ts')).merge,
  worktree: async () => (await import('./commands/worktree.ts')).worktree,
  'active-worktree-prepare': async () => (await import('./commands/worktree.ts')).worktree,
  ship: async () => (await import('./commands/ship.ts')).ship,
  breach: async () => (await import('./commands/breach.ts')).breach,
  rescue: async () => (await import('./commands/rescue.ts')).rescue,
  lease: async () => (await import('./commands/lease.ts')).lease,
  tick: async () => (await import('./commands/activeLoop.ts')).activeLoop,
  'active-loop': async () => (await import('./commands/activeLoop.ts')).activeLoop,
  'agent-turn': async () => (await import('./commands/agentTurn.ts')).agentTurn,
  'active-codex-runner': async () => (await import('./commands/activeCodexRunner.ts')).activeCodexRunner,
  'active-apply': async () => (await import('./commands/activeApply.ts')).activeApply,
  session: async () => (await import('./commands/session.ts')).session,
  submit: async () => (await import('./commands/submit.ts')).submit,
  'delegate-job': async () => (await import('./commands/submit.ts')).submit,
  job: async () => (await import('./commands/job.ts')).job,
  watch: async () => (await import('./commands/watch.ts')).watch,
  bus: async () => (await import('./commands/bus.ts')).bus,
  evidence: async () => (await import('./commands/evidence.ts')).evidence,
  'gate-evidence': async () => (await import('./commands/gateEvidence.ts')).gateEvidence,
  'privacy-audit-output': async () => (await import('./commands/audit.ts')).audit,
  audit: async () => (await import('./commands/audit.ts')).audit,
  'agent-mix-report': async () => (await import('./commands/agentMixReport.ts')).agentMixReport,
  'queue-plan': async () => (await import('./commands/queuePlan.ts')).queuePlanVerb,
  'queue-parallel-plan': async () => (await import('./commands/queuePlan.ts')).queuePlanVerb,
  'queue-recommendations': async () => (await import('./commands/queueRecommendations.ts')).queueRecommendations,
  autotune: async () => (await import('./commands/autotune.ts')).autotune,
  'overlap-preflight': async () => (await import('./commands/overlapPreflight.ts')).overlapPreflight,
  preflight: async () => (await import('./commands/preflight.ts')).preflight,
  'handoff-check': async () => (await import('./commands/handoffCheck.ts')).handoffCheck,
  'active-start': async () => (await import('./commands/activeStart.ts')).activeStart,
  'readiness-score': async () => (await import('./commands/reports.ts')).readinessScore,
  'ship-simulate': async () => (await import('./commands/reports.ts')).shipSimulate,
  'auto-ship-plan': async () => (await import('./commands/reports.ts')).autoShipPlan,
  'approval-packet': async () => (await import('./commands/reports.ts')).approvalPacket,
  dashboard: async () => (await import('./commands/reports.ts')).dashboard,
  'loop-state': async () => (await import('./commands/reports.ts')).loopState,
  'gate-status': async () => (await import('./commands/reports.ts')).gateStatus,
  validate: async () => (await import('./commands/validate.ts')).validate,
  'suggest-validation': async () => (await import('./commands/suggestValidation.ts')).suggestValidation,
  'classify-surface': async () => (await import('./commands/classifySurface.ts')).classifySurface,
  'claim-policy': async () => (await import('./commands/claimPolicy.ts')).claimPolicy,
  'claim-audit': async () => (await import('./commands/claimAudit.ts')).claimAudit,
  'pr-body': async () => (await import('./commands/reports.ts')).prBody,
  'pr-body-check': async () => (await import('./commands/prBodyCheck.ts')).prBodyCheck,
  'branch-issue-hygiene': async () => (await import('./commands/branchIssueHygiene.ts')).branchIssueHygiene,
  'auto-pass-check': async () => (await import('./commands/autoPassCheck.ts')).autoPassCheck,
  config: async () => (await import('./commands/config.ts')).config,
  import: async () => (await import('./commands/import.ts')).importVerb,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  'hand-in': async () => (await import('./commands/handIn.ts')).handIn,
  heartbeat: async () => (await import('./commands/heartbeat.ts')).heartbeat,
  'session-heartbeat': async () => (await import('./commands/heartbeat.ts')).heartbeat,
  event: async () => (await import('./commands/event.ts')).event,
  mcp: async () => (await import('./commands/mcp.ts')).mcp,
  completion: async () => (await import('./commands/completion.ts')).completion,
  sample: async () => (await import('./commands/sample.ts')).sample,
};

/** Verbs that the help leaves out: they serve other programs. */
export const hidden: ReadonlySet<string> = new Set(['sample', 'mcp']);

/** What a person uses every day, in the order of the work. */
export const daily: readonly string[] = [
  ...['start', 'status', 'stop', 'resume', 'gate', 'approve', 'return', 'abandon', 'merge', 'lease', 'doctor'],
];

/** The more important of the other verbs, by what they are for. */
export const groups = (t: Translate): readonly { readonly title: string; readonly names: readonly string[] }[] => [
  { title: t('Sessions'), names: ['session', 'submit', 'job', 'watch', 'bus'] },
  {
    title: t('Before'),
    names: ['queue-plan', 'active-start', 'preflight', 'handoff-check', 'validate', 'tick'],
  },
  { title: t('Texts'), names: ['classify-surface', 'claim-policy', 'claim-audit', 'pr-body-check'] },
  { title: t('Opinions'), names: ['readiness-score', 'auto-pass-check', 'ship-simulate', 'queue-recommendations'] },
  { title: t('Evidence'), names: ['gate-evidence', 'evidence', 'audit', 'agent-mix-report', 'autotune', 'ship'] },
  { title: t('Set-up'), names: ['config', 'import', 'completion'] },
];
