import assert from 'node:assert/strict';
import type { Breach, SharedKind, Tie, TiedChange } from '../../src/core/breach/types.ts';
import { CoreWorld, host, loopOptions, taskOf } from './core.ts';

export const tie: Tie = { by: 'transcript', text: 'Bash git stash' };
export const changed = (
  kind: SharedKind,
  name: string,
  usual: boolean,
  ties: TiedChange['ties'] = [],
  to = '2',
): TiedChange => ({
  kind,
  name,
  from: '1',
  to,
  usual,
  ties,
});

/** One lane at work, and what is shared looked at. */
export const working = (): CoreWorld => {
  const world = new CoreWorld().start().playUntil('runLane');
  world.do({ type: 'observeShared', look: { facts: 'd1', changes: [] } }, host);
  return world;
};
export const openJob = (world: CoreWorld): string => Object.keys(world.state.openJobs)[0] ?? assert.fail('no job');
export const see = (world: CoreWorld, ...changes: readonly TiedChange[]): readonly Breach[] => {
  const before = Object.keys(world.state.breaches);
  world.do({ type: 'observeShared', look: { facts: `d-${world.state.seq}`, changes } }, host);
  return Object.values(world.state.breaches).filter(({ id }) => !before.includes(id));
};
export const shown = (found: readonly Breach[]) =>
  found.map(({ kind, names, blocks, tie: why }) => [kind, names, blocks, why]);

/** A writer of one loop and a reviewer of a second one at work at once; the reviewer can be followed by the next. */
export const twoAtWork = () => {
  const world = new CoreWorld().start([taskOf('T-2026-0001'), taskOf('T-2026-0002')], { tasks: ['T-2026-0001'] });
  world.playUntil();
  world.observe();
  const [one, other] = ['T-2026-0001', 'T-2026-0002'] as const;
  const first = world.run(one).id;
  assert.ok(world.do({ type: 'startLoop', options: loopOptions({ tasks: [other] }), claims: {} }).ok);
  assert.ok(world.do({ type: 'returnRun', run: first, comments: 'Once more.' }).ok);
  const of = (run: string) => world.open().filter((effect) => effect.run === run);
  const settleOf = (run: string, until: (open: ReturnType<typeof of>) => boolean): void => {
    for (let n = 0; !until(of(run)); n++) {
      assert.ok(n < 100, 'does not get there');
      const next = of(run).find(({ kind }) => kind !== 'runLane') ?? of(run)[0];
      world.settle(next ?? assert.fail('nothing is open'));
    }
  };
  /** Both reviewers of the first run. */
  settleOf(first, (open) => open.length === 2 && open.every(({ kind }) => kind === 'runLane'));
  world.do({ type: 'observeShared', look: { facts: 'd1', changes: [] } }, host);
  const before = Object.keys(world.state.openJobs);
  assert.equal(before.length, 2);
  return {
    world,
    before,

    /** One reviewer ends, and the writer of the second run starts. */
    change: (): { readonly stays: string; readonly comes: string; readonly second: string } => {
      const [, stays = ''] = before;
      world.settle(of(first)[0] ?? assert.fail('no lane'));
      const second = world.run(other).id;
      settleOf(second, (open) => open.some(({ kind }) => kind === 'runLane'));
      const comes = Object.keys(world.state.openJobs).find((id) => !before.includes(id));
      assert.deepEqual(world.state.shared?.jobs.map(({ job: id }) => id).toSorted(), [stays, comes].toSorted());
      return { stays, comes: comes ?? assert.fail('nobody came'), second };
    },
  };
};
