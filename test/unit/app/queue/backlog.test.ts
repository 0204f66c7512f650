import assert from 'node:assert/strict';
import { readBacklog } from '../../../../src/app/handoff/backlog.ts';
import { placesOf } from '../../../../src/app/places.ts';
import { usualHandoff } from '../../../../src/core/handoff/usualRules.ts';
import { aProblem, taskOf } from '../../../builders/core.ts';
import { createMemoryFiles } from '../../../fakes/memoryFiles.ts';

const places = placesOf({ controlRoot: '/r', commonDir: '/r/.git' });
const notes = (value = 'seen'): string =>
  `## Session Handoff\n\n${usualHandoff.fields.map(({ label }) => `- ${label}: ${value}`).join('\n')}\n`;
const id = (n: number): string => `T-2026-00${n}`;

describe('the backlog', () => {
  it('is looked at to its end, each task with where its notes stand, what they lack and what comes next', async () => {
    const files = createMemoryFiles({
      [`/r/docs/plans/${id(12)}-a.md`]: notes(),
      [`/r/docs/plans/${id(13)}-b.md`]: 'A plan without notes.',
      [`/r/docs/plans/${id(14)}-c.md`]: notes(),
    });
    files.broken.set(`/r/docs/plans/${id(14)}-c.md`, aProblem);
    const tasks = [
      ...Array.from({ length: 12 }, (_, i) => taskOf(id(20 + i), { status: 'backlog', body: notes() })),
      taskOf(id(10)),
      taskOf(id(11), { status: 'backlog' }),
      taskOf(id(12), { status: 'backlog', body: notes('n/a') }),
      taskOf(id(13), { status: 'backlog', body: notes('n/a') }),
      taskOf(id(14), { status: 'backlog', body: notes() }),
    ];
    const found = await readBacklog(tasks, { files, places, rules: usualHandoff });
    assert.deepEqual(
      found.slice(11).map(({ task, source, check, next }) => [task.id, source, check?.ok ?? null, next.code]),
      [
        [id(31), 'tasks/queue.md', true, 'backlog.handOver'],
        [id(11), null, false, 'backlog.noNotes'],
        [id(12), `docs/plans/${id(12)}-a.md`, true, 'backlog.handOver'],
        [id(13), 'tasks/queue.md', false, 'backlog.incomplete'],
        [id(14), null, null, 'test.failed'],
      ],
    );
    assert.deepEqual(files.written, []);
  });
});
