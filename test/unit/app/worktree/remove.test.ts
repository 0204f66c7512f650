import assert from 'node:assert/strict';
import { person } from '../../../builders/appHarness.ts';
import { createSessionScene } from '../../../builders/sessionScene.ts';

describe('removing a worktree that a session lives in', () => {
  it('stops the session only after everything else was judged, and then removes it', async () => {
    const scene = await createSessionScene();
    const { app, git } = scene;
    const bases = await app.worktreeBases();
    assert.ok(bases.ok && bases.value[0]);
    const path = '/w/one';
    const made = await app.prepareWorktree({ path, branch: 'fix/one', base: bases.value[0], prepares: null }, person);
    assert.ok(made.ok, JSON.stringify(made));
    scene.files.texts.set(`${path}/.git`, 'gitdir: /repo/.git/worktrees/one');
    const { backend } = scene.terminals;
    const wish = { agent: 'claude', backend, cwd: path, name: 'creator', role: null, controlPlane: null };
    const opened = await app.agentSessions.open(wish, person);
    assert.ok(opened.ok, JSON.stringify(opened));
    const remove = async (stop: boolean) => {
      const done = await app.removeWorktree({ path, rescue: false, stop, anySize: false, dryRun: false }, person);
      assert.ok(done.ok, JSON.stringify(done));
      const { removed, blockers, stopped } = done.value;
      return { removed, blockers: blockers.map(({ code }) => code), stopped };
    };
    assert.deepEqual(await remove(false), { removed: false, blockers: ['worktree.inUse'], stopped: [] });
    git.files(path).set('new.txt', 'x');
    assert.deepEqual(await remove(true), { removed: false, blockers: ['worktree.dirty'], stopped: [] });
    assert.equal(scene.session().ended, null, 'it was stopped though the worktree stays');
    git.files(path).delete('new.txt');
    assert.deepEqual(await remove(true), { removed: true, blockers: [], stopped: ['creator'] });
    assert.deepEqual([scene.session().ended?.how, app.state.worktrees], ['stopped', {}]);
    await app.close();
  });
});
