import assert from 'node:assert/strict';
import { gitFiles } from '../../../../src/app/apply/delicatePaths.ts';
import { applyScope } from '../../../../src/core/apply/decide.ts';
import { CoreWorld, fileOf, host, taskOf } from '../../../builders/core.ts';

describe('a patch for a task without a run', () => {
  const task = taskOf('T-2026-0001');
  const context = ['docs/plans/**'];
  const scope = (claims: readonly string[], path: string, openContextClaims = false, contextPaths = context) => {
    const world = new CoreWorld();
    world.do({ type: 'readQueue', tasks: [{ ...task, claims }], problems: [] }, host);
    const roundFiles = [fileOf(path)];
    return applyScope(world.state, { task: task.id, roundFiles, contextPaths, openContextClaims })?.code ?? null;
  };

  it('stays inside the claim of its entry in the queue', () => {
    assert.equal(scope(['src/**'], 'src/a.ts'), null);
    assert.equal(scope(['src/**'], 'b.txt'), 'apply.outsideClaim');
    assert.equal(scope([], 'b.txt'), null, 'an entry without a claim says nothing');
    assert.equal(scope(['docs/plans/**'], 'docs/plans/a.md'), null);
    assert.equal(
      scope(['docs/plans/**'], 'b.txt'),
      'apply.outsideClaim',
      'one that only names context means just that',
    );
  });

  it('may change anything where it names nothing but what counts as context, and only once that is opened', () => {
    assert.equal(scope(['docs/plans/**'], 'b.txt', true), null);
    assert.equal(scope(['docs/plans/**', 'src/**'], 'b.txt', true), 'apply.outsideClaim');
    assert.equal(scope(['docs/plans/**'], 'b.txt', true, ['notes/**']), 'apply.outsideClaim');
    assert.equal(scope(['notes/a.md'], 'b.txt', true, ['notes/**']), null);
  });

  it('is warned of where it changes what git does with other files', () => {
    assert.deepEqual(
      [['.gitattributes'], ['a/.gitmodules'], ['src/a.ts']].map((files) => gitFiles(files).map(({ code }) => code)),
      [['apply.gitFiles'], ['apply.gitFiles'], []],
    );
  });
});
