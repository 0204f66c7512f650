import assert from 'node:assert/strict';
import { agentSessionsView } from '../../../src/app/views/agentSessions.ts';
import { dropOf, taskPrompt, tasksIn, type TaskDrop } from '../../../src/app/views/dropTask.ts';
import { queueView } from '../../../src/app/views/queue.ts';
import { sessionsView } from '../../../src/app/views/sessions.ts';
import { treeNode, type TreeNode } from '../../../src/app/views/treeNode.ts';
import { DelegatedWorld } from '../../builders/delegatedWorld.ts';
import { aScene, aTask, reader, workingState } from '../../builders/scene.ts';

describe('a task that is dragged', () => {
  it('comes from rows of tasks that nobody works on', () => {
    const nodes = queueView(reader(), aScene(workingState()));
    assert.deepEqual(tasksIn(nodes), ['T-2026-0015'], 'T-2026-0014 is at work');
    assert.deepEqual(
      tasksIn([treeNode({ id: 'x', label: 'x', description: '', icon: 'x', contextValue: 'claim' })]),
      [],
    );
  });

  const [session] = agentSessionsView(reader(), aScene(new DelegatedWorld().session().submit().state));
  const [seat] = sessionsView(reader(), aScene(workingState()));
  const other = treeNode({ id: 't', label: 't', description: '', icon: 'x', contextValue: 'terminal.running' });
  const drops: readonly (readonly [string, TreeNode | undefined, TaskDrop])[] = [
    ['an agent session: it gets it', session, { command: 'giveTask', args: ['T', 's1'] }],
    ['one of its jobs: the session gets it', session?.children[0], { command: 'giveTask', args: ['T', 's1'] }],
    ['a seat: the team works on it', seat, { command: 'startLoop', args: ['T'] }],
    ['any other row: it is asked to whom', other, { command: 'giveTask', args: ['T'] }],
    ['nothing: it is asked to whom', undefined, { command: 'giveTask', args: ['T'] }],
  ];
  for (const [title, row, expected] of drops)
    it(`is dropped on ${title}`, () => {
      if (title.startsWith('an') || title.startsWith('one') || title.startsWith('a seat')) assert.ok(row);
      assert.deepEqual(dropOf('T', row), expected);
    });

  it('is told to an agent with its heading and all that its entry says', () => {
    assert.equal(
      taskPrompt(aTask({ body: '\n### Goal\n\nDo it.\n' })),
      'T-2026-0014: Retry in the fetcher\n\n### Goal\n\nDo it.',
    );
  });
});
