import assert from 'node:assert/strict';
import { clearHooks, hooksWorktree } from '../../../../src/app/apply/clearHooks.ts';
import { err, ok } from '../../../../src/base/result.ts';
import { aProblem } from '../../../builders/core.ts';
import { createMemoryLog } from '../../../fakes/memoryLog.ts';

const tree = 'a'.repeat(40);

describe('what a killed host left of its hooks', () => {
  for (const [what, path, branch, removed] of [
    ['a worktree of hooks', `/w/${hooksWorktree(tree)}`, null, true],
    ['one in a folder of Windows', `C:\\w\\${hooksWorktree(tree)}`, null, true],
    ['one that somebody made a branch in', `/w/${hooksWorktree(tree)}`, 'mine', false],
    ['a person’s that is called alike', '/w/hooks-mine', null, false],
    ['what lies within one', `/w/${hooksWorktree(tree)}/lib`, null, false],
  ] as const)
    it(`${removed ? 'takes away' : 'leaves'} ${what}`, async () => {
      const asked: unknown[] = [];
      await clearHooks(
        {
          listLinked: () => Promise.resolve(ok([{ path, branch }])),
          removeWorktree: (...args) => {
            asked.push(args);
            return Promise.resolve(ok({ rescue: null }));
          },
        },
        createMemoryLog(),
      );
      assert.deepEqual(asked, removed ? [[path, hooksWorktree(tree), [tree]]] : []);
    });

  it('keeps no host from starting', async () => {
    const removeWorktree = () => Promise.resolve(err(aProblem));
    const one = { path: `/w/${hooksWorktree(tree)}`, branch: null };
    const log = createMemoryLog();
    await clearHooks({ listLinked: () => Promise.resolve(err(aProblem)), removeWorktree }, log);
    await clearHooks({ listLinked: () => Promise.resolve(ok([one])), removeWorktree }, log);
    assert.deepEqual(
      log.entries.map(({ level, fields }) => [level, fields['code']]),
      [
        ['warn', 'test.failed'],
        ['warn', 'test.failed'],
      ],
    );
  });
});
