import assert from 'node:assert/strict';
import { createAgents, createRegistry } from '../../../src/adapters/agents/registry.ts';
import { planLanes } from '../../../src/app/start/planLanes.ts';
import { emptyState } from '../../../src/core/state.ts';
import type { State } from '../../../src/core/state.ts';
import type { Task } from '../../../src/core/task/types.ts';
import { expandedEight, fourRole } from '../../../src/core/topology/presets.ts';
import type { Settings } from '../../../src/protocol/settings.ts';
import { settingsWith } from '../../builders/settings.ts';

const task: Task = {
  id: 'T-2026-0001',
  title: 'A task',
  status: 'ready',
  priority: 1,
  body: '',
  claims: ['src/**'],
  checks: [],
  line: 1,
};
const state: State = { ...emptyState, queue: { ...emptyState.queue, tasks: [task] } };

describe('the lanes that a start would run', () => {
  const registry = createRegistry({ rehearsalProgram: ['/x/node', '/x/main.ts'] });
  const agents = createAgents({ registry, env: {}, cwd: '/' });
  const plan = (
    changes: Partial<Settings> = {},
    tasks: readonly string[] | null = null,
    from: State = state,
    more = {},
    asked = {},
  ) =>
    planLanes(
      { tasks, limit: 1, only: ['codex', 'claude'], agents: {}, claims: {}, ...asked },
      {
        state: from,
        settings: settingsWith(changes),
        topology: fourRole,
        agents,
        modelWishes: {},
        tracked: ['src/core.ts'],
        ...more,
      },
    );

  it('are shown with their exact commands, by the name of each program', () => {
    const found = plan({ 'mam.agents': { reviewer: 'codex' } });
    assert.ok(found.ok);
    const [writer, reviewer] = found.value[0]?.lanes ?? [];
    assert.deepEqual(writer?.command, {
      ok: true,
      value: [
        'codex',
        'exec',
        '--cd',
        '.claude/worktrees/T-2026-0001-<run>-r1a1',
        '--sandbox',
        'workspace-write',
        '--json',
        '--model',
        'gpt-5.5',
        '-c',
        'model_reasoning_effort=high',
        '--output-last-message',
        '.mam/jobs/<job>/last_message.md',
        '-',
      ],
    });
    assert.ok(reviewer?.command.ok && reviewer.command.value.includes('read-only'));
    const programs = found.value[0]?.lanes.map((lane) => (lane.command.ok ? lane.command.value[0] : ''));
    assert.deepEqual(programs, ['codex', 'codex', 'claude']);
  });

  it('say why one would not be started', () => {
    const found = plan({ 'mam.agents': { implementer: 'claude' } });
    assert.ok(found.ok);
    const [writer] = found.value[0]?.lanes ?? [];
    assert.equal(writer?.command.ok === false ? writer.command.error.code : '', 'lane.needsFullAccess');
    const allowed = plan({ 'mam.agents': { implementer: 'claude' }, 'mam.agents.fullAccess': ['claude'] });
    assert.ok(allowed.ok && allowed.value[0]?.lanes[0]?.command.ok);
  });

  it('are for load-bearing files, too, where a glob of the task means one', () => {
    const roles = (tracked: readonly string[]) => {
      const found = plan({ 'mam.loadBearing': ['core.ts'] }, null, state, { topology: expandedEight, tracked });
      return found.ok ? (found.value[0]?.lanes ?? []).map((lane) => lane.role) : [];
    };
    assert.ok(roles(['src/core.ts']).includes('Deep Reviewer'));
    assert.ok(!roles(['src/a.ts']).includes('Deep Reviewer'));
    assert.ok(roles(['docs/a.md']).includes('Deep Reviewer'), 'nobody can say what src/** means then');
  });

  it('are those of every task that is named, or that would be taken', () => {
    const tasks = ['T-2026-0001', 'T-2026-0002', 'T-2026-0003'].map((id) => ({ ...task, id }));
    const many: State = { ...emptyState, queue: { ...emptyState.queue, tasks } };
    const ids = (named: readonly string[] | null, limit: number | null) => {
      const found = plan({}, named, many, {}, { limit });
      return found.ok ? found.value.map((one) => one.task.id) : found.error.code;
    };
    assert.deepEqual(ids(['T-2026-0003', 'T-2026-0001'], 2), ['T-2026-0003', 'T-2026-0001']);
    assert.deepEqual(ids(null, 2), ['T-2026-0001', 'T-2026-0002']);
    assert.equal(Array.isArray(ids(null, null)) && ids(null, null).length, 3);
    assert.equal(ids(['T-2026-0001', 'T-2026-0099'], 2), 'tick.unknownTask');
  });

  it('name an agent that there is not, instead of an empty one', () => {
    const found = plan({}, null, state, {}, { only: ['nosuch'] });
    assert.deepEqual(found.ok ? null : [found.error.code, found.error.params['agent']], ['agent.unknown', 'nosuch']);
  });

  it('count the files that were named for a task without any', () => {
    const bare: State = { ...emptyState, queue: { ...emptyState.queue, tasks: [{ ...task, claims: [] }] } };
    const roles = (claims: Readonly<Record<string, readonly string[]>>) => {
      const found = plan({ 'mam.loadBearing': ['core.ts'] }, null, bare, { topology: expandedEight }, { claims });
      return found.ok ? (found.value[0]?.lanes ?? []).map((lane) => lane.role) : [];
    };
    assert.ok(roles({ [task.id]: ['src/core.ts'] }).includes('Deep Reviewer'));
    assert.ok(!roles({}).includes('Deep Reviewer'));
  });

  it('are those of a task that there is', () => {
    assert.equal(plan({}, ['T-2026-0099']).ok, false);
    assert.equal(plan({}, null, { ...state, queue: emptyState.queue }).ok, false);
  });
});
