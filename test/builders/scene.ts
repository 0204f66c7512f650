import { fill, type Problem } from '../../src/base/problem.ts';
import type { Job } from '../../src/core/job/types.ts';
import type { Change, Loop, LoopOptions, Run } from '../../src/core/loop/types.ts';
import type { Verdict } from '../../src/core/review/types.ts';
import { emptyState, type State } from '../../src/core/state.ts';
import type { Task } from '../../src/core/task/types.ts';
import { fourRole } from '../../src/core/topology/presets.ts';
import { evaluateGate } from '../../src/core/gate/evaluate.ts';
import type { Scene, ViewContext } from '../../src/app/views/viewContext.ts';

/** Everything here happens on one day around this moment. */
const now = Date.parse('2026-05-04T14:05:00Z');

export const at = (clock: string): string => `2026-05-04T${clock}:00Z`;

/** A reader who speaks English, lives in UTC and looks at `now`. */
export const reader = (change: Partial<ViewContext> = {}): ViewContext => ({
  t: fill,
  now: () => new Date(now).toISOString(),
  age: (iso) => now - Date.parse(iso),
  clock: (iso) => iso.slice(11, 16),
  day: (iso) => iso.slice(5, 10),
  progress: () => null,
  ...change,
});

export const commits = {
  base: '9f8e7d6c5b4a39281706f5e4d3c2b1a090807060',
  head: '1a2b3c4d5e6f708192a3b4c5d6e7f80910111213',
  tree: '5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f',
  other: '7777777777777777777777777777777777777777',
} as const;

export const aTask = (change: Partial<Task> = {}): Task => ({
  id: 'T-2026-0014',
  title: 'Retry in the fetcher',
  status: 'ready',
  priority: 1,
  body: '### Goal\n\nA failed request is tried three times. Then it is reported. More text.\n',
  claims: ['src/fetch.ts', 'test/fetch.test.ts'],
  checks: ['npm test'],
  line: 3,
  ...change,
});

const options: LoopOptions = {
  topology: fourRole,
  agents: { implementer: 'claude', reviewer: 'codex', 'ci-eval-auditor': 'claude' },
  models: {},
  fullAccess: [],
  tasks: null,
  limit: null,
  maxRounds: 3,
  laneTimeoutMs: 1_800_000,
  checkTimeoutMs: 600_000,
  leaseTtlMs: 1_800_000,
  allowedChecks: [],
  checksRequired: true,
  loadBearing: [],
  worktreesRoot: '/repo/.claude/worktrees',
};

export const aJob = (change: Partial<Job> = {}): Job => ({
  id: 'job-1',
  run: 'run-1',
  kind: 'implement',
  session: 'implementer',
  role: 'Implementer',
  agent: 'claude',
  model: null,
  effort: null,
  access: 'write',
  round: 1,
  attempt: 1,
  worktree: 'wt-1',
  identity: null,
  dispatchedAt: at('14:02'),
  ...change,
});

export const reported = (clock: string, text = 'Done.'): NonNullable<Job['ended']> => ({
  at: at(clock),
  outcome: { kind: 'report', text },
});

export const aChange: Change = {
  base: commits.base,
  round: 1,
  head: commits.head,
  tree: commits.tree,
  files: [
    { path: 'src/fetch.ts', status: 'modified', added: 80, removed: 10 },
    { path: 'test/fetch.test.ts', status: 'added', added: 40, removed: 4 },
  ],
  patch: 'f'.repeat(64),
};

export const aRun = (change: Partial<Run> = {}): Run => ({
  id: 'run-1',
  loop: 'loop-1',
  task: aTask(),
  options,
  phase: 'implementing',
  resume: null,
  round: 1,
  attempt: 1,
  reviewTries: 0,
  base: { ref: 'refs/heads/main', commit: commits.base, tree: commits.tree },
  branch: 'feature/t-2026-0014-integration',
  claims: ['src/fetch.ts', 'test/fetch.test.ts'],
  lease: 'lease-1',
  checks: [{ line: 'npm test', argv: ['npm', 'test'] }],
  checksFrom: 'base',
  captured: null,
  change: null,
  jobs: [],
  verdicts: [],
  lowered: {},
  results: [],
  faults: [],
  gate: null,
  ask: null,
  comments: [],
  decision: null,
  startedAt: at('14:01'),
  ...change,
});

export const aVerdict = (session: string, role: string, change: Partial<Verdict> = {}): Verdict => ({
  identity: {
    task: 'T-2026-0014',
    round: 1,
    run: 'run-1',
    base: commits.base,
    head: commits.head,
    tree: commits.tree,
  },
  job: `job-${session}`,
  session,
  role,
  agent: 'codex',
  word: 'pass',
  summary: 'Looks right.',
  findings: [],
  at: at('14:03'),
  ...change,
});

export const aLoop = (change: Partial<Loop> = {}): Loop => ({
  id: 'loop-1',
  options,
  state: 'running',
  outcome: null,
  startedAt: at('14:00'),
  taken: ['T-2026-0014'],
  ...change,
});

export const aState = (change: Partial<State> = {}): State => ({
  ...emptyState,
  seq: 42,
  updatedAt: at('14:05'),
  ...change,
});

export const aScene = (state: State, change: Partial<Scene> = {}): Scene => ({
  state,
  problem: null,
  role: 'owner',
  owner: null,
  repository: 'shop',
  worktrees: new Map(),
  overlaps: null,
  recommendations: [],
  awakeMs: null,
  ...change,
});

export const aProblem: Problem = {
  code: 'store.unreadable',
  text: 'The log at {path} can not be read.',
  params: { path: '.git/mam' },
};

const lease = {
  id: 'lease-1',
  run: 'run-1',
  task: 'T-2026-0014',
  session: 'implementer',
  agent: 'claude',
  claims: ['src/fetch.ts', 'test/fetch.test.ts'],
  epoch: 7,
  claimedAt: at('13:59'),
  expiresAwake: 5_000_000,
  ttlMs: 1_800_000,
  issue: null,
  branch: 'feature/T-2026-0014-integration',
  worktree: '.',
  borrower: null,
  state: 'active',
} as const;

/** One run whose writer is at work. */
export const workingState = (change: Partial<Run> = {}): State =>
  aState({
    topology: fourRole,
    queue: {
      tasks: [aTask(), aTask({ id: 'T-2026-0015', title: 'Cache headers', priority: 2, line: 20 })],
      problems: [],
    },
    loops: { 'loop-1': aLoop() },
    leases: { 'lease-1': lease },
    runs: { 'run-1': aRun({ jobs: [aJob()], ...change }) },
  });

/** One run that only waits for a person: its gate is judged by the real rules. */
export const gateOpenState = (change: Partial<Run> = {}): State => {
  const roles = { reviewer: 'Reviewer', 'ci-eval-auditor': 'CI/Eval Auditor' };
  const jobs = Object.entries(roles).map(([session, role]) =>
    aJob({
      id: `job-${session}`,
      kind: 'review',
      access: 'read',
      session,
      role,
      agent: 'codex',
      ended: reported('14:04'),
    }),
  );
  const run = aRun({
    phase: 'waiting',
    change: aChange,
    jobs: [aJob({ ended: reported('14:03', 'Three tries, then an error.') }), ...jobs],
    verdicts: Object.entries(roles).map(([session, role]) => aVerdict(session, role)),
    results: [
      {
        check: { line: 'npm test', argv: ['npm', 'test'] },
        head: commits.head,
        outcome: 'passed',
        exitCode: 0,
        durationMs: 41_000,
        tail: '12 passing',
      },
    ],
    ...change,
  });
  const state = aState({
    ...workingState(),
    refs: { 'refs/heads/main': commits.base, 'refs/heads/feature/t-2026-0014-integration': commits.head },
    runs: { 'run-1': run },
  });
  return { ...state, runs: { 'run-1': { ...run, gate: change.gate ?? evaluateGate(state, run) } } };
};
