import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isActive } from '../../../../src/core/loop/phases.ts';
import type { Run } from '../../../../src/core/loop/types.ts';
import { act, actions, type Action } from '../../../builders/coreActions.ts';
import { CoreWorld, host, taskOf } from '../../../builders/core.ts';

/** What is done to one of several tasks at work at once: a step of its work ends somehow, or somebody decides about it. */
type Own = Extract<Action, { readonly which: number }>;
const kinds: ReadonlySet<Action['type']> = new Set(['settle', 'late', 'start', 'return', 'abandon', 'beat', 'borrow']);
const own = actions.filter((action): action is Own => 'which' in action && kinds.has(action.type));

/** All that a task holds of the repository. */
const holdings = ({ state }: CoreWorld, run: Run) => ({
  branch: state.runs[run.id]?.branch,
  base: state.runs[run.id]?.base,
  head: state.runs[run.id]?.change?.head,
  leases: Object.values(state.leases).filter((lease) => lease.run === run.id),
  worktrees: Object.values(state.worktrees).filter((worktree) => worktree.run === run.id),
});

/** Whose the thing is that an action with this number is about. */
function ownerOf(world: CoreWorld, { type, which }: Own): string | null | undefined {
  const at = <T>(items: readonly T[]): T | undefined => items[which % Math.max(1, items.length)];
  if (type === 'settle' || type === 'late' || type === 'start') return at(world.open())?.run;
  if (type === 'borrow') return at(Object.values(world.state.leases))?.run;
  return at(Object.values(world.state.runs))?.id;
}

/** A seat's word about one task: one without a task is about all that it looks at. */
const beat = (world: CoreWorld, run: string, which: number): void => {
  const task = world.state.runs[run]?.task.id ?? null;
  const status = which % 2 === 0 ? 'blocked' : 'passed';
  world.do({ type: 'heartbeat', session: 'reviewer', role: 'Reviewer', task, status, agent: null }, host);
};

describe('tasks at work at once', () => {
  it('never change a lease, a branch or a worktree of each other, in whatever order their steps come and end', () => {
    let steps = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 4 }),
        fc.array(own, { minLength: 20, maxLength: 120, size: 'max' }),
        (count, order) => {
          const world = new CoreWorld();
          const tasks = Array.from({ length: count }, (_, n) =>
            taskOf(`T-2026-000${n + 1}`, { claims: [`part${n}/**`] }),
          );
          world.start(tasks, { limit: null, pool: count, maxRounds: 2 });
          assert.equal(Object.values(world.state.runs).filter(isActive).length, count);
          const branches = Object.values(world.state.runs).map(({ branch }) => branch);
          assert.equal(new Set(branches).size, count);
          for (const action of order) {
            const owner = ownerOf(world, action);
            if (owner === null || owner === undefined) continue;
            const others = Object.values(world.state.runs).filter(({ id }) => id !== owner);
            const before = others.map((run) => holdings(world, run));
            if (action.type === 'beat') beat(world, owner, action.which);
            else act(world, action);
            steps += 1;
            assert.deepEqual(
              others.map((run) => holdings(world, run)),
              before,
              `${action.type} of ${owner}`,
            );
          }
          const paths = Object.values(world.state.worktrees).map(({ path }) => path);
          assert.equal(new Set(paths).size, paths.length, 'two share a folder');
        },
      ),
      { numRuns: Number(process.env['MAM_SEEDS'] ?? 60) },
    );
    assert.ok(steps > 1000, `only ${steps} steps`);
  });
});
