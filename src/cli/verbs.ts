import type { Verb } from './verb.ts';

/** Every verb by its name, loaded when it is called: a heartbeat must not pay for the engine. */
export const verbs: Readonly<Record<string, () => Promise<Verb>>> = {
  start: async () => (await import('./commands/start.ts')).start,
  status: async () => (await import('./commands/status.ts')).status,
  stop: async () => (await import('./commands/stop.ts')).stop,
  resume: async () => (await import('./commands/resume.ts')).resume,
  gate: async () => (await import('./commands/gate.ts')).gate,
  approve: async () => (await import('./commands/approve.ts')).approve,
  return: async () => (await import('./commands/return.ts')).returnTask,
  merge: async () => (await import('./commands/merge.ts')).merge,
  ship: async () => (await import('./commands/ship.ts')).ship,
  lease: async () => (await import('./commands/lease.ts')).lease,
  tick: async () => (await import('./commands/activeLoop.ts')).activeLoop,
  'active-loop': async () => (await import('./commands/activeLoop.ts')).activeLoop,
  evidence: async () => (await import('./commands/evidence.ts')).evidence,
  'gate-evidence': async () => (await import('./commands/gateEvidence.ts')).gateEvidence,
  'privacy-audit-output': async () => (await import('./commands/audit.ts')).audit,
  audit: async () => (await import('./commands/audit.ts')).audit,
  'agent-mix-report': async () => (await import('./commands/agentMixReport.ts')).agentMixReport,
  'overlap-preflight': async () => (await import('./commands/overlapPreflight.ts')).overlapPreflight,
  'handoff-check': async () => (await import('./commands/handoffCheck.ts')).handoffCheck,
  'active-start': async () => (await import('./commands/activeStart.ts')).activeStart,
  'readiness-score': async () => (await import('./commands/reports.ts')).readinessScore,
  'ship-simulate': async () => (await import('./commands/reports.ts')).shipSimulate,
  'auto-ship-plan': async () => (await import('./commands/reports.ts')).autoShipPlan,
  'approval-packet': async () => (await import('./commands/reports.ts')).approvalPacket,
  dashboard: async () => (await import('./commands/reports.ts')).dashboard,
  'loop-state': async () => (await import('./commands/reports.ts')).loopState,
  'gate-status': async () => (await import('./commands/reports.ts')).gateStatus,
  config: async () => (await import('./commands/config.ts')).config,
  import: async () => (await import('./commands/import.ts')).importVerb,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  heartbeat: async () => (await import('./commands/heartbeat.ts')).heartbeat,
  'session-heartbeat': async () => (await import('./commands/heartbeat.ts')).heartbeat,
  event: async () => (await import('./commands/event.ts')).event,
  sample: async () => (await import('./commands/sample.ts')).sample,
};

/** Verbs that the help leaves out: they serve other programs. */
export const hidden: ReadonlySet<string> = new Set(['sample']);
