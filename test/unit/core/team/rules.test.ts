import assert from 'node:assert/strict';
import { isAcknowledged } from '../../../../src/core/team/acknowledged.ts';
import { isAtWork, patchProblems, teamEnd } from '../../../../src/core/team/judge.ts';
import { readMostWorkers, staffTeam, workersWord } from '../../../../src/core/team/staffTeam.ts';
import { teamTask } from '../../../../src/core/team/teamTask.ts';
import { readTeamName, readTeamSummary } from '../../../../src/protocol/agents/teamSummary.ts';
import { tickLease } from '../../../builders/leases.ts';
import { teamPlan, teamSummary, workerPatch } from '../../../builders/team.ts';

describe('a team of another program', () => {
  for (const [value, said] of [
    [undefined, false],
    ['', false],
    ['on', false],
    ['TRUE', false],
    ['Yes', false],
    ['0', false],
    ['1', true],
    ['true', true],
    [' yes ', true],
  ] as const)
    it(`takes ${JSON.stringify(value)} for ${said ? 'a yes' : 'no yes'}`, () => {
      assert.equal(isAcknowledged(value), said);
    });

  for (const [claude, codex, most, wanted] of [
    [5, 5, 3, [2, 1]],
    [8, 2, 3, [2, 1]],
    [2, 8, 3, [1, 2]],
    [5, 5, 1, [1, 0]],
    [5, 5, 2, [1, 1]],
    [5, 5, 5, [2, 2]],
    [1, 9, 3, [0, 3]],
    [0, 5, 3, [0, 3]],
    [5, 0, 8, [8, 0]],
    [0, 0, 3, [1, 0]],
    [9, 1, 1, [1, 0]],
    [3, 7, 1, [0, 1]],
  ] as const)
    it(`gives ${most} workers to claude ${claude} and codex ${codex} as ${wanted.join(' and ')}`, () => {
      const workers = staffTeam(null, { claude, codex }, { most, atOnce: 8, serial: false });
      assert.deepEqual([workers.claude, workers.codex], wanted);
    });

  it('gives one worker to the agent that was asked for, and one in all where only one may work', () => {
    const limits = { most: 3, atOnce: 8, serial: false };
    assert.equal(workersWord(staffTeam('claude', { claude: 0, codex: 5 }, limits)), '1:claude');
    assert.equal(workersWord(staffTeam('codex', { claude: 5, codex: 0 }, limits)), '1:codex');
    assert.equal(workersWord(staffTeam(null, { claude: 5, codex: 5 }, { ...limits, serial: true })), '1:claude');
    assert.equal(workersWord(staffTeam(null, { claude: 1, codex: 5 }, { ...limits, serial: true })), '1:codex');
    assert.equal(workersWord(staffTeam(null, { claude: 5, codex: 5 }, { ...limits, atOnce: 2 })), '1:claude,1:codex');
    assert.deepEqual(
      [undefined, '', 'x', '2.5', '0', '-4', '7'].map((text) => readMostWorkers(text)),
      [3, 3, 3, 3, 1, 1, 7],
    );
  });

  for (const [what, wanted, chosen, all, found] of [
    ['two tasks', null, ['T-2026-0001', 'T-2026-0002'], [], 'omc.ambiguousTask'],
    ['two tasks of which one is asked for', 'T-2026-0001', ['T-2026-0001', 'T-2026-0002'], [], 'omc.ambiguousTask'],
    ['another task', 'T-2026-0003', ['T-2026-0001'], [], 'omc.taskMismatch'],
    ['seats without a task', 'T-2026-0001', [null], ['T-2026-0001'], 'omc.taskMismatch'],
    ['one task', null, ['T-2026-0001', null, 'T-2026-0001'], [], 'T-2026-0001'],
    ['the task of others', null, [null], [null, 'x', 'T-2026-0009'], 'T-2026-0009'],
    ['no task', null, [null], ['x', null], 'omc.noTask'],
  ] as const)
    it(`finds ${found} for ${what}`, () => {
      const seats = (tasks: readonly (string | null)[]) => tasks.map((task) => ({ task }));
      const task = teamTask(wanted, seats(chosen), seats(all));
      assert.equal(task.ok ? task.value : task.error.code, found);
    });

  for (const [what, tasks, end] of [
    ['all done', {}, 'done'],
    ['none yet', { total: 0, completed: 0 }, null],
    ['some at work', { total: 2, inProgress: 1 }, null],
    ['one failed while another works', { total: 2, completed: 0, failed: 1, inProgress: 1 }, null],
    ['one failed', { total: 2, failed: 1 }, 'failed'],
    ['some wait', { total: 2, pending: 1 }, null],
  ] as const)
    it(`is ${end ?? 'not over'} with ${what}`, () => {
      assert.equal(teamEnd(teamSummary(tasks)), end);
    });

  it('is at work as long as one of its workers lives', () => {
    const dead = { name: 'worker-1', path: null, alive: false };
    const busy = { completed: 0, inProgress: 1 };
    assert.equal(isAtWork(teamSummary(busy)), true);
    assert.equal(isAtWork(teamSummary(busy, [dead])), false);
    assert.equal(isAtWork(teamSummary(busy, [dead, { ...dead, alive: null }])), true);
    assert.equal(isAtWork(teamSummary({ completed: 0, pending: 1 })), false);
  });

  const scope = (...leases: readonly Parameters<typeof tickLease>[0][]) =>
    patchProblems(teamPlan(), [workerPatch()], {
      leases: Object.fromEntries(leases.map((lease, i) => [`l${i}`, tickLease({ id: `l${i}`, ...lease })])),
    }).map((one) => one.code);
  for (const [what, found, codes] of [
    ['its own lease', scope({ task: 'T-2026-0001', claims: ['*.txt'] }), []],
    ['one that needs recovery', scope({ task: 'T-2026-0001', claims: ['*.txt'], state: 'recovery-needed' }), []],
    ['no lease', scope(), ['omc.scopeUnenforced']],
    ['one of another task', scope({ task: 'T-2026-0002', claims: ['*.txt'] }), ['omc.scopeUnenforced']],
    ['one of no task', scope({ task: null, claims: ['*.txt'] }), ['omc.scopeUnenforced']],
    ['one without files', scope({ task: 'T-2026-0001', claims: [] }), ['omc.scopeUnenforced']],
    [
      'two',
      scope({ task: 'T-2026-0001', claims: ['*.txt'] }, { task: 'T-2026-0001', claims: ['b'] }),
      ['omc.scopeAmbiguous'],
    ],
    ['one of other files', scope({ task: 'T-2026-0001', claims: ['src/**'] }), ['omc.outOfScope']],
    ['one that claims context only', scope({ task: 'T-2026-0001', claims: ['tasks/queue.md'] }), ['omc.outOfScope']],
    ['one that claims everything', scope({ task: 'T-2026-0001', claims: ['**'] }), []],
  ] as const)
    it(`holds a proposal to the claim of ${what}`, () => {
      assert.deepEqual(found, codes);
    });

  it('takes nothing where a worker is missing, and asks for no lease where nothing changed', () => {
    const two = teamPlan({ workers: { claude: 1, codex: 1 } });
    const codes = patchProblems(two, [workerPatch({ files: [] })], { leases: {} }).map((one) => one.code);
    assert.deepEqual(codes, ['omc.partial']);
  });

  for (const [text, name] of [
    ['Team started: say-hi\ntmux session: x', 'say-hi'],
    ['team: a.b_c\n', 'a.b_c'],
    ['noise\nteam alpha\n', 'alpha'],
    ['Team started: ../../etc', null],
    ['nothing here', null],
    ['', null],
  ] as const)
    it(`reads the name ${name} from ${JSON.stringify(text)}`, () => {
      assert.equal(readTeamName(text), name);
    });

  it('takes nothing but a whole answer for a summary', () => {
    const tasks = { total: 1, pending: 0, blocked: 0, in_progress: 0, completed: 1, failed: 0 };
    const workers = [{ name: 'worker-1', worktree_path: '/w', alive: false }, { working_dir: '/x' }];
    const answer = (change: object) => JSON.stringify({ ok: true, data: { summary: { tasks, workers, ...change } } });
    assert.deepEqual(readTeamSummary(answer({})), {
      tasks: { total: 1, pending: 0, inProgress: 0, completed: 1, failed: 0 },
      workers: [
        { name: 'worker-1', path: '/w', alive: false },
        { name: 'worker-2', path: null, alive: null },
      ],
    });
    for (const bad of [
      'x',
      '{}',
      '{"ok":false,"error":{"code":"team_not_found"}}',
      answer({ tasks: { ...tasks, failed: -1 } }),
      answer({ tasks: { ...tasks, in_progress: undefined } }),
      answer({ workers: [{ name: '../..' }] }),
    ])
      assert.equal(readTeamSummary(bad), null, bad);
  });
});
