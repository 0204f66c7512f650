import assert from 'node:assert/strict';
import { createHarness, passes, person, type Harness } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { byAccess, reported } from '../../fakes/fakeLanes.ts';
import { whatLands } from '../../builders/coreActions.ts';

const queue = queueText(
  { id: 'T-2026-0001', claims: '`a.txt`' },
  { id: 'T-2026-0002', claims: '`b.txt`', priority: 'P3' },
);

/** Two tasks of one base, each with its own file, both behind an open gate. */
async function twoWaiting(): Promise<Harness> {
  const h = await createHarness({
    queue,
    play: (git) =>
      byAccess({
        write: (spec) => {
          git.files(spec.cwd).set(spec.brief.includes('T-2026-0001') ? 'a.txt' : 'b.txt', 'mine\n');
          return reported('Changed it.');
        },
        read: passes,
      }),
  });
  await h.start({ limit: 2, pool: 2 });
  for (const task of ['T-2026-0001', 'T-2026-0002'])
    assert.equal(h.run(task).gate?.open, true, JSON.stringify(h.run(task).ask));
  return h;
}

async function land(h: Harness, task: string): Promise<void> {
  const run = h.run(task);
  const approved = await h.app.dispatch({ type: 'approve', run: run.id, head: whatLands(h.app.state, run) }, person);
  assert.ok(approved.ok, approved.ok ? '' : approved.error.code);
  await h.rest();
  const merged = await h.app.mergeLocally(run.id, person);
  assert.ok(merged.ok, merged.ok ? '' : merged.error.code);
  await h.rest();
}

const seen = async (h: Harness): Promise<void> => {
  await h.app.refresh();
  await h.rest();
};

describe('a task whose sibling was merged', () => {
  it('is merged onto the new base and checked there, and lands on top without new work', async () => {
    const h = await twoWaiting();
    await land(h, 'T-2026-0001');
    const lanes = h.lanes.started.length;
    const ran = h.commands.ran.length;
    await seen(h);
    const run = h.run('T-2026-0002');
    assert.deepEqual([run.phase, run.gate?.open, run.round], ['waiting', true, 1], JSON.stringify(run.ask));
    assert.equal(h.commands.ran.length, ran + 1, 'the check ran once, on the merge');
    assert.equal(h.lanes.started.length, lanes, 'no agent was asked for anything');
    await land(h, 'T-2026-0002');
    const main = h.git.filesAt('main');
    assert.deepEqual([main.get('a.txt'), main.get('b.txt')], ['mine\n', 'mine\n']);
    assert.deepEqual(Object.keys(h.app.state.worktrees), []);
    assert.deepEqual([...h.git.rescues], [], 'no checkout for checks left a copy');
    await h.app.close();
  });

  it('stays behind its gate where the check fails on both together', async () => {
    const h = await twoWaiting();
    await land(h, 'T-2026-0001');
    h.commands.result = { ...h.commands.result, exitCode: 1, tail: 'renamed is not defined' };
    await seen(h);
    const run = h.run('T-2026-0002');
    assert.equal(run.gate?.open, false);
    assert.deepEqual(
      run.gate.rules.flatMap(({ rule, missing }) => missing.map(({ code }) => `${rule} ${code}`)),
      ['merged gate.mergedCheckFailed'],
    );
    assert.equal(run.results.at(-1)?.tail, 'renamed is not defined');
    const refused = await h.app.dispatch({ type: 'approve', run: run.id, head: whatLands(h.app.state, run) }, person);
    assert.equal(!refused.ok && refused.error.code, 'packet.gateClosed');
    await h.app.close();
  });

  it('conflicts by name with what came to the base', async () => {
    const h = await twoWaiting();
    h.git.commitOn('main', { 'b.txt': 'theirs\n' });
    await seen(h);
    const missing = h.run('T-2026-0002').gate?.rules.flatMap((rule) => rule.missing) ?? [];
    assert.deepEqual(
      missing.map(({ code, params }) => [code, params['files']]),
      [['gate.mergedConflict', 'b.txt']],
    );
    assert.equal(h.run('T-2026-0001').gate?.open, true, 'the other one fits');
    await h.app.close();
  });

  it('counts as merged where a person merged it by hand', async () => {
    const h = await twoWaiting();
    const run = h.run('T-2026-0001');
    await h.app.dispatch({ type: 'approve', run: run.id, head: whatLands(h.app.state, run) }, person);
    await h.rest();
    h.git.switchTo('/repo', 'main', run.change?.head ?? '');
    h.git.commitOn('main', { 'c.txt': 'more\n' });
    await seen(h);
    assert.equal(h.run('T-2026-0001').decision?.merged, true, 'nobody has to ask for it');
    assert.equal(Object.values(h.app.state.effects).length, 0);
    await h.app.close();
  });

  it('takes its checks from the base, whatever the head says of them', async () => {
    const h = await createHarness({
      queue: queueText({ id: 'T-2026-0001', claims: '`a.txt`, `tasks/queue.md`' }),
      play: (git) =>
        byAccess({
          write: (spec) => {
            git.files(spec.cwd).set('a.txt', 'mine\n');
            git.files(spec.cwd).set('tasks/queue.md', queueText({ id: 'T-2026-0001', checks: ['true'] }));
            return reported('Changed it.');
          },
          read: passes,
        }),
    });
    h.git.commitOn('main', { 'tasks/queue.md': queueText({ id: 'T-2026-0001', claims: '`a.txt`, `tasks/queue.md`' }) });
    await h.start();
    assert.equal(h.run().gate?.open, true, JSON.stringify(h.run().ask));
    h.git.commitOn('main', { 'c.txt': 'more\n' });
    await seen(h);
    assert.equal(h.run().gate?.open, true);
    assert.deepEqual(new Set(h.commands.ran), new Set(['npm test']));
    await h.app.close();
  });
});
