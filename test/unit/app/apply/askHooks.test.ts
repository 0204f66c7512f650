import assert from 'node:assert/strict';
import { askHooks } from '../../../../src/app/apply/askHooks.ts';
import type { Git } from '../../../../src/app/ports/git.ts';
import { err, ok } from '../../../../src/base/result.ts';
import type { Breach } from '../../../../src/core/breach/types.ts';
import { aProblem } from '../../../builders/core.ts';

const plan = { parent: 'parent', tree: 'tree', task: 'T-2026-0001', agent: 'codex' };

describe('hooks that are asked before a patch is committed', () => {
  for (const [what, fails, found, did] of [
    ['nothing when they let it', null, null, ['create', 'try', 'remove']],
    ['why they refuse, and clear up all the same', 'try', 'test.failed', ['create', 'try', 'remove']],
    ['that there is no worktree for them', 'create', 'test.failed', ['create']],
    ['that their worktree stays', 'remove', 'test.failed', ['create', 'try', 'remove']],
  ] as const)
    it(`say ${what}`, async () => {
      const done: string[] = [];
      const step = <T>(name: string, value: T) => {
        done.push(name);
        return Promise.resolve(fails === name ? err(aProblem) : ok(value));
      };
      const git: Pick<Git, 'createWorktree' | 'removeWorktree' | 'tryHooks'> = {
        createWorktree: ({ path, branch, commit }) => {
          assert.deepEqual([path, branch, commit], ['/worktrees/hooks-tree', null, 'parent']);
          return step('create', { warning: null });
        },
        tryHooks: ({ tree }) => {
          assert.equal(tree, 'tree');
          return step('try', undefined);
        },
        removeWorktree: (_path, _name, known) => {
          assert.deepEqual(known, ['tree']);
          return step('remove', { rescue: null });
        },
      };
      assert.equal((await askHooks(git, '/worktrees', { breaches: {} }, plan))?.code ?? null, found);
      assert.deepEqual(done, did);
    });

  const breach = (kind: Breach['kind'], rest: Partial<Breach> = {}): Breach => ({
    id: 'b-1',
    kind,
    names: [],
    more: 0,
    witnesses: [],
    tie: null,
    blocks: true,
    at: '2026-01-01T00:00:00Z',
    ...rest,
  });
  const accepted = { by: 'ann', at: '2026-01-01T00:00:00Z' };
  for (const [what, found, isAsked] of [
    ['changed hooks', breach('hooks'), false],
    ['a changed configuration', breach('config'), false],
    ['one that only warns', breach('config', { blocks: false }), false],
    ['what nobody could look at', breach('unseen'), false],
    ['accepted hooks', breach('hooks', { accepted }), true],
    ['a stash', breach('stash'), true],
  ] as const)
    it(`are ${isAsked ? '' : 'not '}run beside ${what}`, async () => {
      let isMade = false;
      const git: Pick<Git, 'createWorktree' | 'removeWorktree' | 'tryHooks'> = {
        createWorktree: async () => {
          isMade = true;
          return ok({ warning: null });
        },
        tryHooks: async () => ok(undefined),
        removeWorktree: async () => ok({ rescue: null }),
      };
      const why = await askHooks(git, '/worktrees', { breaches: { [found.id]: found } }, plan);
      assert.deepEqual([why?.code ?? null, isMade], [isAsked ? null : 'apply.hooksInDoubt', isAsked]);
    });
});
