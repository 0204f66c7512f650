import assert from 'node:assert/strict';
import { removeLeftBase } from '../../../src/app/effects/baseCheckout.ts';
import { createHarness, person } from '../../builders/appHarness.ts';
import { queueText } from '../../builders/queueText.ts';
import { createMemoryGit } from '../../fakes/memoryGit.ts';

describe('a checkout without the change that a crash left', () => {
  it('is removed without a copy of what was laid in, and what somebody wrote there is kept', async () => {
    for (const [mine, rescues] of [
      [null, 0],
      ['mine', 1],
    ] as const) {
      const git = createMemoryGit({ files: { 'a.txt': 'one\n' } });
      const base = git.branches.get('main') ?? '';
      const laid = await git.graftFiles({ commit: base, from: base, paths: ['a.txt'] });
      assert.ok(laid.ok);
      await git.createWorktree({ path: '/base', branch: null, commit: laid.value.commit });
      if (mine !== null) git.files('/base').set('mine', mine);
      assert.ok((await removeLeftBase('/base', 'h-base', git)).ok);
      const left = await git.listLinked([]);
      assert.deepEqual(left.ok && left.value, []);
      assert.equal(git.rescues.size, rescues);
      assert.ok((await removeLeftBase('/base', 'h-base', git)).ok);
      assert.equal(git.rescues.size, rescues);
    }
  });

  it('goes with the checkout for checks that it stood beside', async () => {
    const git = createMemoryGit({ files: { 'a.txt': 'one\n' } });
    const checkouts: string[] = [];
    const h = await createHarness({
      git,
      queue: queueText({ id: 'T-2026-0001', claims: '`a.txt`', checks: ['npm test'] }),
      settings: { 'mam.checks.allowed': [['npm', 'test']] },
      wrap: (ports) => ({
        ...ports,
        commands: {
          ...ports.commands,
          run: async (spec, signal) => {
            checkouts.push(spec.cwd);
            const path = `${spec.cwd}-base`;
            await git.createWorktree({ path, branch: null, commit: git.branches.get('main') ?? '' });
            return ports.commands.run(spec, signal);
          },
        },
      }),
    });
    await h.start();
    await h.app.dispatch({ type: 'abandonRun', run: h.run().id }, person);
    await h.rest();
    assert.equal(checkouts.length, 1);
    const left = await git.listLinked([]);
    assert.deepEqual(left.ok && left.value, []);
    await h.app.close();
  });
});
