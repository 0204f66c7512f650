import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import { createHarness, person, type Harness } from '../../../builders/appHarness.ts';

const path = '/w/one';

describe('a worktree that could not be made', () => {
  let h: Harness;
  beforeEach(async () => {
    h = await createHarness({ queue: '' });
    h.git.failNext('createWorktree', problem('git.failed', 'The disk is full.'));
    const base = await h.app.prepareBase(null);
    assert.ok(base.ok);
    const made = await h.app.prepareWorktree({ path, branch: 'fix/one', base: base.value, prepares: null }, person);
    assert.equal(made.ok, false);
    assert.equal(h.app.state.worktrees['fix/one']?.state, 'failed');
  });
  afterEach(() => h.app.close());

  it('is finished where it was to be, at the commit that it was to start at', async () => {
    const before = h.app.state.worktrees['fix/one'];
    h.git.commitOn('main', { 'later.txt': 'later\n' });
    const done = await h.app.finishWorktree(path, person);
    assert.ok(done.ok, JSON.stringify(done));
    const after = h.app.state.worktrees['fix/one'];
    assert.deepEqual(
      [done.value.worktree, after?.state, after?.path, after?.commit, after?.base],
      ['fix/one', 'ready', path, before?.commit, before?.base],
    );
    assert.ok(after?.setUp);
  });

  it('says again why not where that has not changed', async () => {
    h.git.failNext('createWorktree', problem('git.failed', 'The disk is full.'));
    const done = await h.app.finishWorktree(path, person);
    assert.equal(done.ok ? '' : done.error.code, 'git.failed');
  });

  it('is undone without touching what git does not know', async () => {
    const ask = (dryRun: boolean) =>
      h.app.removeWorktree({ path, rescue: false, stop: false, anySize: false, dryRun }, person);
    const judged = await ask(true);
    assert.ok(judged.ok, JSON.stringify(judged));
    assert.deepEqual([judged.value.removed, judged.value.blockers], [false, []]);
    assert.ok(h.app.state.worktrees['fix/one']);
    const done = await ask(false);
    assert.ok(done.ok && done.value.removed);
    assert.deepEqual(h.app.state.worktrees, {});
  });

  it('is none of a folder that MAM was not to make', async () => {
    const done = await h.app.finishWorktree('/w/other', person);
    assert.equal(done.ok ? '' : done.error.code, 'worktree.unknown');
    const removed = await h.app.removeWorktree(
      { path: '/w/other', rescue: true, stop: false, anySize: false, dryRun: false },
      person,
    );
    assert.equal(removed.ok ? '' : removed.error.code, 'worktree.notLinked');
  });
});
