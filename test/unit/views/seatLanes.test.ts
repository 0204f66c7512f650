import assert from 'node:assert/strict';
import { agentSessionsView } from '../../../src/app/views/agentSessions.ts';
import { sessionsView } from '../../../src/app/views/sessions.ts';
import type { TreeNode } from '../../../src/app/views/treeNode.ts';
import type { State } from '../../../src/core/state.ts';
import { aJob, aScene, reader, reported, workingState } from '../../builders/scene.ts';
import { aSession } from '../../builders/sights.ts';

interface Shape {
  readonly [id: string]: Shape;
}
const shapeOf = (nodes: readonly TreeNode[]): Shape =>
  Object.fromEntries(nodes.map(({ id, children }) => [id, shapeOf(children)]));

const seat = (state: State, id = 'session:implementer'): TreeNode => {
  const found = sessionsView(reader(), aScene(state)).find((node) => node.id === id);
  assert.ok(found);
  return found;
};

const withSessions = (state: State, ...sessions: readonly ReturnType<typeof aSession>[]): State => ({
  ...state,
  agentSessions: Object.fromEntries(sessions.map((one) => [one.id, one])),
});

const own = aSession({ id: 'own', name: 'own', role: null });
const claude = aSession({ id: 'c1', name: 'implementer-claude-c1', agent: 'claude' });
const codex = aSession({ id: 'x1', name: 'implementer-codex-x1' });

describe('what lies below a seat', () => {
  it('is its jobs and sessions, without a lane where one agent has it', () => {
    assert.deepEqual(shapeOf(seat(workingState()).children), { 'job:job-1.1': {} });
    const node = seat(withSessions(workingState(), claude, own));
    assert.deepEqual(shapeOf(node.children), { 'agent:c1': {}, 'job:job-1.1': {} });
    assert.equal(node.expanded, true, 'a session is in sight without unfolding anything');
  });

  it('is a lane for each agent where several have it, with how it stands', () => {
    const ended = aJob({ id: 'job-0', agent: 'codex', ended: reported('14:01') });
    const node = seat(withSessions(workingState({ jobs: [ended, aJob()] }), codex));
    assert.deepEqual(shapeOf(node.children), {
      'lane:implementer:claude': { 'job:job-1.1': {} },
      'lane:implementer:codex': { 'agent:x1': {}, 'job:job-0.1': {} },
    });
    assert.match(node.children[0]?.description ?? '', /working, 3 min/);
    assert.equal(node.children[0]?.icon, 'sync~spin');
  });

  it('shows each session once: those of no seat beside the seats', () => {
    const state = withSessions(workingState(), claude, own, aSession({ id: 'old', name: 'old', role: 'unknown' }));
    const beside = agentSessionsView(reader(), aScene(state)).map(({ id }) => id);
    assert.deepEqual(beside, ['agent:own', 'agent:old']);
  });

  it('gives the seat the words of its session while no loop uses it', () => {
    const node = seat(withSessions({ ...workingState(), runs: {}, loops: {} }, claude));
    assert.equal(node.description.startsWith('claude · can’t be observed'), true, node.description);
    assert.equal(node.action?.name, 'showSession');
  });

  it('opens what its lane writes by a click', () => {
    assert.deepEqual(seat(workingState()).action?.args, ['job-1']);
    assert.equal(seat(workingState()).action?.name, 'openTranscript');
  });
});
