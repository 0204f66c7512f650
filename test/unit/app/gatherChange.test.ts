import assert from 'node:assert/strict';
import { gatherBatchChange } from '../../../src/app/batch/gatherChange.ts';
import { ok } from '../../../src/base/result.ts';
import { CoreWorld, person } from '../../builders/core.ts';
import { settingsWith } from '../../builders/settings.ts';

/** What a checkout with this commit gives a batch; `task` is what a person named. */
async function changeAt(world: CoreWorld, head: string, task: string | null = null) {
  const git = {
    ownCheckout: async () => ok({ path: '/repo', head, branch: world.run().branch, rebasing: null, here: true }),
    listBranches: async () => ok({ local: { main: 'base-1' }, remote: {}, remoteDefault: null }),
    resolveBase: async () => ok({ ref: 'refs/heads/main', commit: 'base-1', tree: 'tree-of-base-1' }),
    changeSince: async () => ok({ base: 'base-1', tree: 'tree-new', files: [] }),
  };
  const found = await gatherBatchChange({ task, base: null }, { git, state: world.state, settings: settingsWith() });
  assert.ok(found.ok);
  const { identity, run } = found.value;
  return { head: identity.head, run, task: found.value.task?.id };
}

describe('the change that a batch looks at', () => {
  const waiting = (): CoreWorld => new CoreWorld().start().playUntil();
  const ended = (): CoreWorld => {
    const world = waiting();
    world.do({ type: 'abandonRun', run: world.run().id }, person);
    return world.playUntil();
  };
  const id = 'T-2026-0001';

  it('is that of the run that is under way', async () => {
    const world = waiting();
    const own = world.run().change?.head;
    assert.deepEqual(await changeAt(world, 'head-new'), { head: own, run: world.run().id, task: id });
  });

  for (const named of [null, id])
    it(`is what is checked out once the run is decided, ${named === null ? 'by its branch' : 'also for a named task'}`, async () => {
      const world = ended();
      assert.equal(world.run().phase, 'ended');
      assert.deepEqual(await changeAt(world, 'head-new', named), { head: 'head-new', run: null, task: id });
    });

  it('is compared with what its branch left, not with what is checked out', async () => {
    const asked: (readonly string[])[] = [];
    const git = {
      ownCheckout: async () => ok({ path: '/repo', head: 'own-1', branch: 'feature/one', rebasing: null, here: true }),
      listBranches: async () =>
        ok({ local: { main: 'base-1', 'feature/one': 'own-1' }, remote: {}, remoteDefault: null }),
      resolveBase: async () => ok({ ref: 'refs/heads/feature/one', commit: 'own-1', tree: 'tree-1' }),
      changeSince: async (bases: readonly string[]) => {
        asked.push(bases);
        return ok({ base: 'base-1', tree: 'tree-1', files: [] });
      },
    };
    const { state } = new CoreWorld();
    for (const base of [null, 'feature/one'])
      assert.ok((await gatherBatchChange({ task: null, base }, { git, state, settings: settingsWith() })).ok);
    assert.deepEqual(asked, [['base-1'], ['own-1']]);
  });

  it('is that of a decided run whose commit is checked out', async () => {
    const world = ended();
    const own = world.run().change?.head ?? '';
    assert.deepEqual(await changeAt(world, own), { head: own, run: world.run().id, task: id });
  });
});
