import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { queueText } from '../../builders/queueText.ts';
import { describeState, makeRepository, openTestApp, rehearse, until } from './support.ts';

const person = { kind: 'person', id: 'test' } as const;
const ended = (app: Awaited<ReturnType<typeof openTestApp>>): boolean =>
  Object.values(app.state.loops).every((loop) => loop.state === 'ended');

describe('the main job with real git, processes and store', () => {
  it('takes a task from the queue to an approved and merged change', async function () {
    this.timeout(60_000);
    const repository = makeRepository({
      'README.md': 'sample\n',
      'tasks/queue.md': queueText({ id: 'T-2026-0001', claims: '`notes/one.md`', checks: ['git status'] }),
    });
    const app = await openTestApp(repository.root);
    try {
      const started = await app.startLoop({ ...rehearse, limit: 1 }, person);
      assert.ok(started.ok, started.ok ? '' : started.error.code);
      await until(app, ended);
      const [run] = Object.values(app.state.runs);
      assert.equal(run?.phase, 'waiting', describeState(app));
      assert.ok(run?.change);
      assert.deepEqual(
        run.verdicts.map((verdict) => verdict.word),
        ['pass', 'pass', 'pass'],
      );
      assert.equal(
        repository.git('status', '--porcelain'),
        '',
        'the person’s checkout is untouched and sees no file of MAM',
      );

      const approved = await app.dispatch({ type: 'approve', run: run.id, head: run.change.head }, person);
      assert.ok(approved.ok, approved.ok ? '' : approved.error.code);
      const merged = await app.mergeLocally(run.id, person);
      assert.ok(merged.ok, merged.ok ? '' : JSON.stringify(merged.error));
      assert.equal(repository.git('rev-parse', 'main'), run.change.head);
      assert.ok(existsSync(join(repository.root, 'notes/one.md')));
      await until(app, (now) => Object.keys(now.state.worktrees).length === 0);
      await app.close();
      assert.match(
        readFileSync(join(repository.root, 'reports/agent_loop/active/events.jsonl'), 'utf8'),
        /"event":"merged"/,
      );
    } finally {
      await app.close();
      await repository.dispose();
    }
  });
});
