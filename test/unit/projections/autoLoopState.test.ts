import assert from 'node:assert/strict';
import { problem } from '../../../src/base/problem.ts';
import { autoLoopState } from '../../../src/app/projections/autoLoopState.ts';
import type { Loop, Run } from '../../../src/core/loop/types.ts';
import type { State } from '../../../src/core/state.ts';
import type { Tick } from '../../../src/core/tick/types.ts';
import { privacy } from '../../builders/privacy.ts';
import {
  aChange,
  aJob,
  aLoop,
  aProblem,
  aRun,
  aState,
  aTask,
  commits,
  gateOpenState,
  reported,
  workingState,
} from '../../builders/scene.ts';

const fileOf = (state: State) => {
  const [projection] = autoLoopState(state);
  const file: Record<string, unknown> & { readonly cycles: readonly Record<string, unknown>[] } = JSON.parse(
    projection?.render({ seq: state.seq, at: state.updatedAt, privacy }) ?? 'null',
  );
  return file;
};

/** What holds of a file or an entry, beside what it says else. */
const demand = (found: object, expected: object): void => assert.deepEqual({ ...found, ...expected }, { ...found });

const ended = (outcome: Loop['outcome'], change: Partial<Loop['options']> = {}): Loop =>
  aLoop({ state: 'ended', outcome, options: { ...aLoop().options, ...change } });

describe('auto_loop_state.json', () => {
  it('is not there before a loop was started', () => assert.deepEqual(autoLoopState(aState()), []));

  it('says of a loop that runs neither what comes next nor how it ended', () => {
    const file = fileOf(workingState());
    demand(file, { decision: 'running', next_task_id: null, execute_ship: false, execute_runner: true });
    for (const field of ['wall_clock_exceeded', 'learning_capture_advisory', 'adr_lifecycle_advisory'])
      assert.equal(field in file, false, field);
  });

  const guards = { target: 2, maxBlockers: 3, maxMs: 0 };
  const oneDone = [{ run: 'run-1', task: 'T-2026-0001', outcome: 'completed' }] as const;
  const openEnded = (change: Partial<Loop>): Loop => ({ ...ended('blocked', { limit: null, guards }), ...change });

  it('says what a guard ended, and why', () => {
    const clock = problem('loop.wallClock', 'The time is up.');
    demand(fileOf({ ...gateOpenState(), loops: { 'loop-1': openEnded({ cycles: oneDone, halted: clock }) } }), {
      decision: 'blocked',
      infinite_mode: true,
      target_completed_count: 2,
      wall_clock_exceeded: true,
      blockers: ['The time is up.'],
    });
    const row = problem('loop.blockersInARow', 'Three in a row.');
    demand(fileOf({ ...gateOpenState(), loops: { 'loop-1': openEnded({ halted: row }) } }), {
      decision: 'blocked',
      wall_clock_exceeded: false,
    });
  });

  it('calls what went on to the end of its queue a success in part where something was completed', () => {
    demand(fileOf({ ...gateOpenState(), loops: { 'loop-1': openEnded({ cycles: oneDone }) } }), {
      decision: 'partial',
    });
    demand(fileOf({ ...gateOpenState(), loops: { 'loop-1': openEnded({}) } }), { decision: 'blocked' });
  });

  const open = gateOpenState();
  const done: Run | undefined = open.runs['run-1'];
  assert.ok(done);
  const decisions: readonly [string, Loop, Readonly<Record<string, Run>>, string][] = [
    ['all that it was to do', ended('completed'), { 'run-1': done }, 'limit-reached'],
    ['with something that needs a person', ended('blocked'), {}, 'blocked'],
    ['stopped, with something done', ended('stopped'), { 'run-1': done }, 'partial'],
    ['stopped, with nothing done', ended('stopped'), {}, 'planned'],
  ];
  for (const [name, loop, runs, decision] of decisions)
    it(`calls a loop that ended ${name} ${decision}`, () =>
      demand(fileOf({ ...open, loops: { 'loop-1': loop }, runs }), {
        decision,
        wall_clock_exceeded: false,
        learning_capture_advisory: null,
        adr_lifecycle_advisory: null,
      }));

  const limits: readonly [Partial<Loop['options']>, object][] = [
    [{ limit: 3 }, { max_iterations: 3, target_completed_count: 3, max_attempts: 3, infinite_mode: false }],
    [{ limit: null }, { max_iterations: 0, target_completed_count: null, max_attempts: 1, infinite_mode: true }],
    [
      { limit: 9, tasks: ['T-2026-0014', 'T-2026-0015'] },
      { max_iterations: 2, target_completed_count: 2, max_attempts: 2, infinite_mode: false },
    ],
  ];
  for (const [options, expected] of limits)
    it(`resolves ${JSON.stringify(options)}`, () =>
      demand(fileOf({ ...open, loops: { 'loop-1': ended('completed', options) } }), expected));

  it('names what would come next once it has ended', () =>
    demand(fileOf({ ...open, loops: { 'loop-1': ended('completed', { limit: 1 }) } }), {
      next_task_id: 'T-2026-0015',
      completed_task_ids: ['T-2026-0014'],
    }));

  it('keeps what was taken over until a run says otherwise', () => {
    const imports = [
      {
        topology: 'four-role',
        sessions: [],
        units: [],
        leases: [],
        events: 0,
        kept: 'x',
        completed: ['T-2025-0001', 'T-2026-0014'],
        deferred: ['T-2025-0002', 'T-2025-0001'],
      },
    ];
    demand(fileOf({ ...workingState(), imports }), {
      completed_task_ids: ['T-2025-0001'],
      deferred_task_ids: ['T-2025-0002'],
    });
  });

  it('shows a history that was taken over although no loop was started', () => {
    const imports = [
      {
        topology: 'x',
        sessions: [],
        units: [],
        leases: [],
        events: 0,
        completed: ['T-2025-0001'],
        deferred: [],
        kept: 'x',
      },
    ];
    demand(fileOf({ ...aState(), queue: workingState().queue, imports }), {
      decision: 'planned',
      completed_task_ids: ['T-2025-0001'],
      next_task_id: 'T-2026-0014',
      cycles: [],
    });
  });

  const tick: Tick = {
    id: 'tick-1',
    mode: 'full-ship',
    topology: 'four-role',
    execute: true,
    decision: 'executed',
    task: 'T-2026-0014',
    issue: null,
    branch: 'x',
    head: commits.head,
    files: [],
    overlap: 'clear',
    shipCommand: ['true'],
    blockers: [],
    warnings: [],
    evidence: [],
    at: '2026-05-04T14:05:00Z',
  };
  const implemented = aJob({ ended: reported('14:03') });
  const failed = aJob({ ended: { at: '2026-05-04T14:03:00Z', outcome: { kind: 'failed', problem: aProblem } } });
  const parked = { phase: 'needs-you', ask: { kind: 'problem', problem: aProblem } } as const;
  const cycles: readonly [string, Partial<Run>, object, readonly string[]][] = [
    [
      'that is being prepared',
      { phase: 'preparing', base: null },
      { completed: false, retry_deferred: false, changed_files: ['src/fetch.ts', 'test/fetch.test.ts'] },
      ['start_decision', 'runner_decision', 'gate_ready', 'gate_tier', 'completion_decision', 'apply_decision'],
    ],
    [
      'that could not be prepared',
      { ...parked, base: null },
      { start_decision: 'blocked', gate_tier: 'start-blocked', completion_decision: 'start-blocked' },
      ['runner_decision', 'gate_ready'],
    ],
    [
      'whose writer works',
      { jobs: [aJob()] },
      { start_decision: 'started', runner_decision: 'running' },
      ['gate_tier', 'completion_decision', 'repair_decision'],
    ],
    [
      'whose writer failed',
      { ...parked, jobs: [failed] },
      { runner_decision: 'blocked', gate_tier: 'runner-blocked', completion_decision: 'runner-repair-needed' },
      ['gate_ready'],
    ],
    [
      'that waits with an open gate',
      done,
      {
        completed: true,
        gate_ready: true,
        privacy_clean: true,
        gate_tier: 'ready',
        completion_decision: 'local-gate-complete',
        apply_decision: 'applied',
        apply_applied: true,
        changed_files: ['src/fetch.ts', 'test/fetch.test.ts'],
      },
      ['ship_decision', 'repair_decision'],
    ],
    [
      'in its second round',
      { round: 2, change: aChange, jobs: [implemented, aJob({ id: 'job-2', round: 2, agent: 'codex' })] },
      { runner_decision: 'running', repair_decision: 'running', repair_first_agent: 'codex' },
      ['completion_decision'],
    ],
    [
      'whose repair failed',
      { ...parked, round: 2, change: aChange, jobs: [implemented, { ...failed, id: 'job-2', round: 2 }] },
      { repair_decision: 'blocked', gate_tier: 'repairable', completion_decision: 'repair-needed' },
      [],
    ],
    [
      'that left its bounds',
      { ...parked, change: aChange, jobs: [implemented], faults: [aProblem] },
      { gate_tier: 'p0-blocker' },
      ['completion_decision'],
    ],
  ];
  for (const [name, run, expected, absent] of cycles)
    it(`has of a task ${name} what was reached`, () => {
      const [cycle] = fileOf({ ...open, runs: { 'run-1': aRun(run) } }).cycles;
      assert.ok(cycle);
      demand(cycle, { iteration: 1, task_id: 'T-2026-0014', ...expected });
      for (const field of absent) assert.equal(field in cycle, false, field);
    });

  it('tells shipping of exactly this commit alone', () => {
    demand(fileOf({ ...open, ticks: [tick] }).cycles[0] ?? {}, { ship_decision: 'executed' });
    const other = fileOf({ ...open, ticks: [{ ...tick, head: commits.other }] }).cycles[0] ?? {};
    assert.equal('ship_decision' in other, false);
  });

  it('knows a task that was set aside before', () => {
    const first = aRun({ ...parked, id: 'run-0', loop: 'loop-0' });
    const file = fileOf({ ...open, runs: { 'run-0': first, 'run-1': done } });
    demand(file, { completed_task_ids: ['T-2026-0014'], deferred_task_ids: [] });
    assert.deepEqual(
      file.cycles.map((cycle) => [cycle['iteration'], cycle['retry_deferred']]),
      [[1, true]],
    );
  });

  it('says each thing once', () => {
    const asking = (id: string, task: string): Run => aRun({ ...parked, id, task: aTask({ id: task }) });
    const { blockers } = fileOf({
      ...open,
      runs: { a: asking('a', 'T-2026-0014'), b: asking('b', 'T-2026-0015') },
    });
    assert.deepEqual(blockers, ['The log at .git/mam can not be read.']);
  });
});
