import assert from 'node:assert/strict';
import type { Ports } from '../../../src/app/ports.ts';
import { problem } from '../../../src/base/problem.ts';
import { err } from '../../../src/base/result.ts';
import { createHarness, person, type Harness } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { createMemoryGit } from '../../fakes/memoryGit.ts';

const queue = queueText({ id: 'T-2026-0001', claims: '`a.txt`' });
const why = problem('git.timedOut', 'Git did not {action} in time.', { action: 'answer' });

/** The application on a git that can't do one thing while `broken.now`, and doesn't find the ref `broken.hides`. */
async function withBroken(
  method: 'readFileAt' | 'tracked' | 'refs',
): Promise<{ readonly h: Harness; readonly broken: { now: boolean; hides: string } }> {
  const broken = { now: false, hides: '' };
  const wrap = ({ git, ...ports }: Ports): Ports => {
    const fails = (name: string) => (broken.now && name === method ? err(why) : null);
    return {
      ...ports,
      git: {
        ...git,
        readFileAt: async (...args) => fails('readFileAt') ?? git.readFileAt(...args),
        tracked: async (paths) => fails('tracked') ?? git.tracked(paths),
        refs: async (names) => fails('refs') ?? git.refs(names.filter((name) => name !== broken.hides)),
      },
    };
  };
  const git = createMemoryGit({ files: { 'a.txt': 'one\n', 'tasks/queue.md': queue } });
  return { h: await createHarness({ queue, git, wrap }), broken };
}

describe('git that can’t be read', () => {
  for (const method of ['readFileAt', 'refs'] as const)
    it(`parks a run that needs ${method} for its preparation, and prepares it on a resume`, async () => {
      const { h, broken } = await withBroken(method);
      broken.now = true;
      await h.start();
      const { ask, phase } = h.run();
      assert.deepEqual([phase, ask?.kind === 'problem' && ask.problem.code], ['needs-you', 'git.timedOut']);
      broken.now = false;
      await h.app.dispatch({ type: 'resumeLoop' }, person);
      await h.rest();
      assert.deepEqual([h.run().phase, h.run().checksFrom], ['waiting', 'base']);
      await h.app.close();
    });

  it('shows why the ledger can’t be told to be ours, and writes nothing', async () => {
    const { h, broken } = await withBroken('tracked');
    broken.now = true;
    await h.app.refresh();
    assert.equal(h.app.problem?.code, 'git.timedOut');
    broken.now = false;
    await h.app.refresh();
    assert.equal(h.app.problem, null);
    await h.app.close();
  });

  it('keeps branches as they were last seen, says so in the log, and takes only a ref that is gone for gone', async () => {
    const { h, broken } = await withBroken('refs');
    await h.start();
    assert.equal(h.run().phase, 'waiting');
    const before = h.app.state.refs;
    broken.now = true;
    await h.app.refresh();
    assert.equal(h.app.state.refs, before);
    assert.deepEqual(
      h.log.entries.filter(({ level }) => level === 'warn').map(({ fields }) => fields['code']),
      ['git.timedOut'],
    );
    broken.now = false;
    const branch = `refs/heads/${h.run().branch}`;
    assert.ok(branch in before);
    broken.hides = branch;
    await h.app.refresh();
    assert.equal(h.app.state.refs[branch], 'gone');
    await h.app.close();
  });

  it('does not merge on a base that can’t be read', async () => {
    const { h, broken } = await withBroken('refs');
    await h.start();
    const { id, change } = h.run();
    await h.app.dispatch({ type: 'approve', run: id, head: change?.head ?? '' }, person);
    await h.rest();
    broken.now = true;
    const merged = await h.app.mergeLocally(id, person);
    assert.equal(!merged.ok && merged.error.code, 'git.timedOut');
    assert.notEqual(h.git.branches.get('main'), change?.head);
    await h.app.close();
  });

  it('shows nothing for a file that can’t be read, and says so in the log', async () => {
    const { h, broken } = await withBroken('readFileAt');
    const commit = h.git.branches.get('main') ?? '';
    assert.equal(await h.app.readFileAt(commit, 'a.txt'), 'one\n');
    assert.deepEqual([await h.app.readFileAt(commit, 'none'), h.log.entries], [null, []]);
    broken.now = true;
    assert.equal(await h.app.readFileAt(commit, 'a.txt'), null);
    assert.deepEqual(h.log.entries[0]?.fields, { commit, path: 'a.txt', action: 'answer', code: 'git.timedOut' });
    await h.app.close();
  });
});
