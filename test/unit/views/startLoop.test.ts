import assert from 'node:assert/strict';
import { fill } from '../../../src/base/problem.ts';
import { presetAgents, presetTasks, startableTasks, startRows } from '../../../src/app/views/startLoop.ts';
import type { AgentInfo } from '../../../src/app/ports/agents.ts';
import { fourRole } from '../../../src/core/topology/presets.ts';
import { aState, aTask, workingState } from '../../builders/scene.ts';

const agent = (id: string, change: Partial<AgentInfo> = {}): AgentInfo => ({
  id,
  name: id,
  family: id,
  sandboxedWrite: id === 'codex',
  embedded: false,
  efforts: [],
  models: [],
  ...change,
});
const rehearsal = agent('rehearsal', { embedded: true, sandboxedWrite: true });

describe('starting a loop', () => {
  it('offers recommended tasks first, then those that wait for a word, and none that runs', () => {
    const tasks = [
      aTask({ id: 'T-2026-0001', status: 'backlog' }),
      aTask({ id: 'T-2026-0002', priority: 2 }),
      aTask({ id: 'T-2026-0003', priority: 1 }),
      aTask({ id: 'T-2026-0004', status: 'done' }),
      aTask({ id: 'T-2026-0014' }),
    ];
    const state = { ...workingState(), queue: { tasks, problems: [] } };
    assert.deepEqual(
      startableTasks(state).map((task) => task.id.slice(-4)),
      ['0003', '0002', '0001'],
    );
  });

  it('takes an agent that keeps to its worktree for the writer and another family for the reviewers', () => {
    assert.deepEqual(presetAgents(fourRole, [agent('claude'), agent('codex')], {}, []), {
      implementer: 'codex',
      reviewer: 'claude',
      'ci-eval-auditor': 'claude',
    });
  });

  it('keeps what was chosen the last time while it is there', () => {
    const chosen = { implementer: 'claude', reviewer: 'gone' };
    const preset = presetAgents(fourRole, [agent('claude'), agent('codex')], chosen, ['claude']);
    assert.deepEqual([preset['implementer'], preset['reviewer']], ['claude', 'codex']);
  });

  it('falls back to the rehearsal agent only when there is no other', () => {
    assert.equal(presetAgents(fourRole, [rehearsal], {}, [])['implementer'], 'rehearsal');
    assert.equal(presetAgents(fourRole, [rehearsal, agent('codex')], {}, [])['reviewer'], 'codex');
  });

  it('presets the last tasks that are still there, the whole queue if that was it, else the best one', () => {
    const tasks = [aTask({ id: 'a' }), aTask({ id: 'b' })];
    const last = { limit: 1, agents: {} };
    assert.deepEqual(presetTasks(tasks, { ...last, tasks: ['b', 'x'] }), ['b']);
    assert.deepEqual(presetTasks(tasks, { ...last, tasks: ['x'] }), ['a']);
    assert.equal(presetTasks(tasks, { ...last, tasks: null }), null);
    assert.deepEqual(presetTasks(tasks, undefined), ['a']);
  });

  it('offers nothing of an empty queue', () => assert.deepEqual(startableTasks(aState()), []));

  it('says of each task its lane and what it waits for', () => {
    const tasks = [
      aTask({ id: 'T-2026-0001', priority: 0, claims: [] }),
      aTask({ id: 'T-2026-0002', dependsOn: ['T-2026-0001'], claims: ['src/a.ts'] }),
    ];
    const state = { ...aState(), queue: { tasks, problems: [] } };
    assert.deepEqual(
      startRows(fill, state, tasks, { serialWords: [], surfaces: [], loadBearing: [] }).map((row) => row.description),
      ['P0 · one at a time · asks for its files', 'P1 · parallel-safe · waits for T-2026-0001 · src/a.ts'],
    );
  });
});
