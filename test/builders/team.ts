import { problem } from '../../src/base/problem.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import type { Team, TeamPlan, TeamSummary, WorkerPatch } from '../../src/core/team/types.ts';

/** One task that is done, unless said otherwise. */
export const teamSummary = (
  tasks: Partial<TeamSummary['tasks']> = {},
  workers: TeamSummary['workers'] = [],
): TeamSummary => ({
  tasks: { total: 1, pending: 0, inProgress: 0, completed: 1, failed: 0, ...tasks },
  workers,
});

export const workerPatch = (change: Partial<WorkerPatch> = {}): WorkerPatch => ({
  name: 'worker-1',
  patch: 'digest-1',
  files: [{ path: 'T-2026-0001.txt', status: 'modified', added: 1, removed: 0 }],
  faults: [],
  ...change,
});

export const teamPlan = (change: Partial<TeamPlan> = {}): TeamPlan => ({
  execute: true,
  sessions: ['implementer'],
  task: 'T-2026-0001',
  workers: { claude: 1, codex: 0 },
  text: '[Implementer] Do it.',
  command: ['omc', 'team', '1:claude', '--no-decompose', '[Implementer] Do it.'],
  base: 'base-1',
  timeoutMs: 3_600_000,
  idleMs: 60_000,
  blockers: [],
  warnings: [],
  ...change,
});

/** A team that has just been started. */
export const aTeam = (change: Partial<Team> = {}): Team => ({
  ...teamPlan(),
  id: 'team-1',
  decision: 'running',
  steps: ['cleared'],
  name: 'alpha',
  deadlineAwake: 3_600_000,
  movedAwake: 0,
  summary: null,
  looks: 0,
  patches: null,
  startedAt: '2026-05-04T14:02:00Z',
  endedAt: null,
  ...change,
});

const aProblem = problem('test.failed', 'It failed.');
const failure: Outcome = { kind: 'failed', problem: aProblem };

/** How the world may answer the steps of a team. */
export const teamAnswers = {
  launchTeam: ['success', { kind: 'launchTeam', name: 'part', warnings: [], problem: aProblem }, failure],
  pollTeam: [
    'success',
    { kind: 'pollTeam', summary: null },
    { kind: 'pollTeam', summary: teamSummary({ completed: 0, inProgress: 1 }) },
    { kind: 'pollTeam', summary: teamSummary({ completed: 0, failed: 1 }) },
    failure,
  ],
  captureTeam: ['success', { kind: 'captureTeam', patches: [], warnings: [] }, failure],
  shutdownTeam: ['success', { kind: 'shutdownTeam', warnings: [aProblem] }, failure],
  publishTeam: ['success', failure],
} as const satisfies Readonly<Record<string, readonly (Outcome | 'success')[]>>;
