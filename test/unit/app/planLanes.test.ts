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
  ) =>
    planLanes(
      { tasks, only: ['codex', 'claude'], agents: {} },
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
    const [writer, reviewer] = found.value.lanes;
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
    const programs = found.value.lanes.map((lane) => (lane.command.ok ? lane.command.value[0] : ''));
    assert.deepEqual(programs, ['codex', 'codex', 'claude']);
  });

  it('say why one would not be started', () => {
    const found = plan({ 'mam.agents': { implementer: 'claude' } });
    assert.ok(found.ok);
    const [writer] = found.value.lanes;
    assert.equal(writer?.command.ok === false ? writer.command.error.code : '', 'lane.needsFullAccess');
    const allowed = plan({ 'mam.agents': { implementer: 'claude' }, 'mam.agents.fullAccess': ['claude'] });
    assert.ok(allowed.ok && allowed.value.lanes[0]?.command.ok);
  });

  it('are for load-bearing files, too, where a glob of the task means one', () => {
    const roles = (tracked: readonly string[]) => {
      const found = plan({ 'mam.loadBearing': ['core.ts'] }, null, state, { topology: expandedEight, tracked });
      return found.ok ? found.value.lanes.map((lane) => lane.role) : [];
    };
    assert.ok(roles(['src/core.ts']).includes('Deep Reviewer'));
    assert.ok(!roles(['src/a.ts']).includes('Deep Reviewer'));
  });

  it('are those of a task that there is', () => {
    assert.equal(plan({}, ['T-2026-0099']).ok, false);
    assert.equal(plan({}, null, { ...state, queue: emptyState.queue }).ok, false);
  });
});
