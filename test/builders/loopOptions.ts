import type { LoopOptions } from '../../src/core/loop/types.ts';
import { fourRole } from '../../src/core/topology/presets.ts';

export const loopOptions = (changes: Partial<LoopOptions> = {}): LoopOptions => ({
  topology: fourRole,
  agents: { implementer: 'codex', reviewer: 'claude', 'ci-eval-auditor': 'claude' },
  models: {},
  fullAccess: [],
  tasks: null,
  limit: 1,
  maxRounds: 3,
  laneTimeoutMs: 60_000,
  checkTimeoutMs: 60_000,
  leaseTtlMs: 60_000,
  allowedChecks: [['npm', 'test']],
  checksRequired: true,
  loadBearing: [],
  worktreesRoot: '/worktrees',
  ...changes,
});
