import assert from 'node:assert/strict';
import { changed, see, shown, twoAtWork, working } from '../../../builders/breaches.ts';

describe('What MAM does itself', () => {
  it('is no worktree of its own on another branch, or taken away', () => {
    const world = working();
    const [known] = Object.values(world.state.worktrees);
    const path = known?.path ?? assert.fail('no worktree');
    assert.deepEqual(see(world, { ...changed('worktrees', path, true, [], ''), from: null }), []);
    for (const to of ['refs/heads/main', null])
      assert.deepEqual(shown(see(working(), { ...changed('worktrees', path, true), to })), [
        ['worktrees', [path], false, null],
      ]);
  });

  it('is a run’s branch at the commit that it made and nowhere else, also of another run that waits', () => {
    const { world } = twoAtWork();
    const { branch, change } = world.run('T-2026-0001');
    const ref = `refs/heads/${branch}`;
    assert.deepEqual(see(world, changed('refs', ref, false, [], change?.head)), []);
    for (const to of [world.base, 'head-x', null])
      assert.deepEqual(
        see(world, { ...changed('refs', ref, false), to }).map(({ names, blocks }) => [names, blocks]),
        to === world.base ? [[[ref], true]] : [],
        'told once',
      );
  });

  it('is a run’s branch anywhere while it moves it', () => {
    const { world } = twoAtWork();
    const first = world.run('T-2026-0001');
    const change = changed('refs', `refs/heads/${first.branch}`, false, [], 'head-x');
    const effect = {
      kind: 'deleteBranch',
      id: 'd',
      run: first.id,
      branch: first.branch,
      head: 'h',
      baseRef: 'refs/heads/main',
    } as const;
    world.append([{ type: 'effectRequested', effect }]);
    assert.deepEqual(see(world, change), []);
    world.append([{ type: 'effectSettled', effect: 'd', problem: null }]);
    assert.equal(see(world, change).length, 1);
  });

  it('is the base at the commit that was approved, and nowhere else', () => {
    const { world } = twoAtWork();
    const first = world.run('T-2026-0001');
    const head = first.change?.head ?? '';
    world.append([{ type: 'approved', run: first.id, head, by: 'test' }]);
    const ref = first.base?.ref ?? '';
    assert.deepEqual(see(world, changed('refs', ref, false, [], head)), []);
    assert.equal(see(world, changed('refs', 'refs/heads/other', false, [], head)).length, 1);
    assert.equal(see(world, changed('refs', ref, false, [], 'evil')).length, 1);
  });

  it('is to put a worktree aside under another name while its files are deleted, but no other of such a name', () => {
    const world = working();
    const aside = (name: string) => ({
      ...changed('worktrees', `/worktrees/.${name}.mam-removing`, true, [], ''),
      from: null,
    });
    assert.deepEqual(see(world, aside(`T-${world.run().id}-r1-checks`)), []);
    assert.equal(see(world, aside('evil')).length, 1);
  });
});
