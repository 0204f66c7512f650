import assert from 'node:assert/strict';
import { backlogHandoffSchema, queueRecommendationsSchema } from '../../../../src/protocol/ledger/queueAdvice.ts';
import { parseQueue } from '../../../../src/protocol/queue.ts';
import { createHarness, passes, person, writesFile, type Harness } from '../../../builders/appHarness.ts';
import { queueText } from '../../../builders/queueText.ts';
import { byAccess, reported } from '../../../fakes/fakeLanes.ts';

const queue = queueText(
  { id: 'T-2026-0001', title: 'Work', claims: 'a.txt' },
  { id: 'T-2026-0002', title: 'Unchecked', claims: 'b.txt', checks: [], priority: 'P5' },
  { id: 'T-2026-0003', title: 'Later', claims: 'c.txt', status: 'backlog' },
);
const path = '/repo/tasks/queue.md';
const entries = (h: Harness): readonly string[] =>
  parseQueue(h.files.texts.get(path) ?? '').entries.map(({ title, status }) => `${title}: ${status}`);
const active = '/repo/reports/agent_loop/active';
const written = (h: Harness): readonly string[] | null => {
  const [recommended, backlog] = ['queue_recommendations', 'backlog_handoff_queue'].map((name) =>
    h.files.texts.get(`${active}/${name}.json`),
  );
  if (recommended === undefined || backlog === undefined) return null;
  const { tasks } = backlogHandoffSchema.parse(JSON.parse(backlog));
  assert.deepEqual(
    tasks.map((one) => [one.task_id, one.handoff_heading]),
    [['T-2026-0003', null], ...(entries(h).length > 3 ? [['T-2026-0004', null]] : [])],
  );
  return queueRecommendationsSchema.parse(JSON.parse(recommended)).recommendations.map(({ trigger }) => trigger);
};
const before = ['Work: ready', 'Unchecked: ready', 'Later: backlog'];
const named = 'Name the checks of the tasks that have none';

const proposes = `The plan.

\`\`\`mam-tasks
[{ "title": "Cache it", "goal": "It is fast." }]
\`\`\`
`;

describe('what is recommended for the queue', () => {
  it('is written when a loop on the queue starts, and put into it only where a person switched that on', async () => {
    for (const applies of [false, true]) {
      const h = await createHarness({ queue, settings: { 'mam.queue.applyRecommendations': applies } });
      try {
        await h.start();
        await h.rest();
        assert.deepEqual(entries(h), applies ? [...before, `${named}: backlog`] : before);
        assert.deepEqual(written(h), applies ? [] : ['no-validation']);
        assert.equal(h.run().task.id, 'T-2026-0001');
      } finally {
        await h.app.close();
      }
    }
  });

  it('is not touched by a loop on tasks that a person named', async () => {
    const h = await createHarness({ queue, settings: { 'mam.queue.applyRecommendations': true } });
    try {
      await h.start({ tasks: ['T-2026-0001'] });
      await h.rest();
      assert.deepEqual([entries(h), written(h)], [before, null]);
    } finally {
      await h.app.close();
    }
  });

  it('is changed by no host and no job', async () => {
    const h = await createHarness({ queue });
    try {
      for (const kind of ['host', 'job'] as const)
        for (const done of [
          await h.app.queueAdvice.apply({ kind, id: 'x' }),
          await h.app.queueAdvice.promote('T-2026-0003', { kind, id: 'x' }),
          await h.app.queueAdvice.promote(named, { kind, id: 'x' }),
        ])
          assert.equal(done.ok, false);
      assert.equal(h.files.texts.get(path), queue);
    } finally {
      await h.app.close();
    }
  });

  it('holds what a planner proposed, which only a promotion by its title puts in', async () => {
    const h = await createHarness({
      queue,
      settings: { 'mam.loop.plan': true, 'mam.queue.applyRecommendations': true },
      play: (git) =>
        byAccess({
          write: writesFile(git),
          read: (spec, ...rest) => (spec.brief.includes('## How to plan') ? reported(proposes) : passes(spec, ...rest)),
        }),
    });
    try {
      await h.start();
      await h.rest();
      const proposed = (): readonly string[] =>
        h.app.queueAdvice.recommendations().flatMap(({ byAgent, title }) => (byAgent ? [title] : []));
      assert.deepEqual(proposed(), ['Cache it']);
      assert.ok((await h.app.queueAdvice.apply(person)).ok);
      assert.deepEqual(entries(h), [...before, `${named}: backlog`]);
      const done = await h.app.queueAdvice.promote('cache it', person);
      assert.deepEqual(done, { ok: true, value: { task: 'T-2026-0005', title: 'Cache it', added: true } });
      assert.deepEqual(entries(h).at(-1), 'Cache it: ready');
      assert.deepEqual(proposed(), []);
    } finally {
      await h.app.close();
    }
  });
});
