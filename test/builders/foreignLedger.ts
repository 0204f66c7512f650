import type { ImportedLease, ImportedLedger } from '../../src/core/ledger/types.ts';

/** The ledger of another tool, as its files are written: keys in no particular order, non-ASCII escaped or not. */
export const foreignFolder = '/repo/reports/agent_loop/active';

const registry = {
  schema_version: 2,
  generated_at: '2026-01-01T00:00:00Z',
  topology: 'four-role',
  mode: 'full-ship',
  gate_policy: 'conservative',
  sessions: [
    { session_id: 'orchestrator', role: 'Orchestrator', status: 'running', last_heartbeat: '2025-12-31T23:55:00Z' },
    {
      session_id: 'reviewer',
      role: 'Reviewer',
      status: 'passed',
      task_id: 'T-2026-0001',
      last_heartbeat: '2026-01-01T00:00:00Z',
    },
    'not a session',
    { session_id: '../etc', role: 'Reviewer', status: 'idle' },
  ],
};

const mix = {
  schema_version: 2,
  policy: {},
  rolling: { claude: 9, codex: 9 },
  ledger: [
    { agent: 'claude', task_id: 'T-2025-0001', wu: 2, at: '2025-12-30T10:00:00Z' },
    { agent: 'codex', task_id: null, wu: true, at: null },
    { agent: 'codex', task_id: 'T-2025-0002', wu: 1.5, at: '2025-12-30T11:00:00+01:00' },
    { agent: 'codex', task_id: 'T-2025-0002', wu: -1, at: 'yesterday' },
  ],
};

const lease = {
  lease_id: 't-2026-0001-7-feat-issue-7-implementer',
  status: 'active',
  lease_type: 'write',
  active_agent: null,
  task_id: 'T-2026-0001',
  issue: '7',
  branch: 'feat/issue-7',
  worktree: '.',
  claimed_files: ['src/a.ts', 'tasks/queue.md'],
  owner_session: 'implementer',
  owner_role: 'Implementer',
  expires_at: '2026-01-01T00:20:00Z',
  recovery_command: 'x',
};

const leases = {
  schema_version: 1,
  leases: [
    lease,
    {
      ...lease,
      task_id: 'T-2026-0002',
      status: 'recovery-needed',
      recovery_reason: 'dirty-worktree',
      claimed_files: ['src/b.ts'],
      expires_at: '2025-12-31T00:00:00Z',
    },
    { ...lease, task_id: 'T-2026-0003', status: 'expired', claimed_files: ['src/c.ts'] },
    { ...lease, task_id: 'T-2026-0004', claimed_files: ['src/d.ts'], expires_at: '2025-12-31T23:59:59Z' },
    { ...lease, task_id: 'T-2026-0005', claimed_files: ['[redacted-local-path]'] },
  ],
};

const loop = {
  schema_version: 1,
  decision: 'partial',
  completed_task_ids: ['T-2025-0001', 'T-2025-0001', 'nonsense', 7],
  deferred_task_ids: ['T-2025-0002', 'T-2025-0001'],
};

const events = '{"event": "active-loop", "ts": "2025-12-31T00:00:00Z"}\n{"event": "agent-turn"}\n{"torn';

/** Its files by name; a change replaces one, and null leaves it out. */
export const foreignFiles = (
  changes: Readonly<Record<string, string | null>> = {},
): Readonly<Record<string, string>> => {
  const files: Record<string, string | null> = {
    'session_registry.json': JSON.stringify(registry),
    'agent_mix.json': JSON.stringify(mix),
    'leases.json': JSON.stringify(leases),
    'auto_loop_state.json': JSON.stringify(loop),
    'events.jsonl': events,
    'assignments/reviewer.md': '# Old\n',
    ...changes,
  };
  return Object.fromEntries(Object.entries(files).flatMap(([name, text]) => (text === null ? [] : [[name, text]])));
};

/** A lease of another tool as it is taken over. */
export const importedLease = (change: Partial<ImportedLease> = {}): ImportedLease => ({
  task: 'T-2026-0009',
  issue: null,
  branch: 'feat/old',
  worktree: '.',
  session: 'implementer',
  borrower: null,
  claims: ['src/a.ts'],
  state: 'active',
  reason: null,
  expiresAt: null,
  ...change,
});

/** A ledger of another tool with nothing else in it. */
export const importedLedger = (change: Partial<ImportedLedger> = {}): ImportedLedger => ({
  topology: 'four-role',
  sessions: [],
  units: [],
  completed: [],
  deferred: [],
  leases: [],
  events: 0,
  ...change,
});
