import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import { createSessionScene } from '../../../builders/sessionScene.ts';
import { createMemoryFiles } from '../../../fakes/memoryFiles.ts';

const isolated = problem('worktree.notIsolated', 'Its git dir is not one of this repository.');

describe('a session where a `.git` is a file', () => {
  for (const [what, gitFile, expected] of [
    ['runs in the main checkout of a submodule', '/repo/.git', null],
    ['has its worktree proved below the main checkout', '/repo/sub/.git', 'worktree.notIsolated'],
  ] as const)
    it(what, async () => {
      const files = createMemoryFiles({ [gitFile]: 'gitdir: ../.git/modules/repo\n', '/repo/.gitignore': '' });
      const scene = await createSessionScene({ files });
      try {
        scene.git.failNext('proveIsolation', isolated);
        const opened = await scene.app.agentSessions.open(
          {
            agent: 'claude',
            backend: scene.terminals.backend,
            cwd: gitFile.replace('/.git', ''),
            name: 'one',
            role: null,
            controlPlane: null,
          },
          { kind: 'person', id: 'ann' },
        );
        assert.equal(opened.ok ? opened.value.worktree : opened.error.code, expected);
      } finally {
        await scene.app.close();
      }
    });
});
