import assert from 'node:assert/strict';
import { err, ok, type Result } from '../../../src/base/result.ts';
import type { Problem } from '../../../src/base/problem.ts';
import { committedFiles } from '../../../src/app/overlap/committedFiles.ts';
import type { Git } from '../../../src/app/ports/git.ts';
import { aProblem } from '../../builders/core.ts';

type Branches = Awaited<ReturnType<Git['listBranches']>>;

const branches = (local: Readonly<Record<string, string>>): Branches => ok({ local, remote: {}, remoteDefault: null });

describe('what the commits of a branch change', () => {
  const rows: readonly (readonly [name: string, branch: string, Branches, since: boolean, expected: string])[] = [
    ['since it left the base', 'feat/x', branches({ main: 'base', 'feat/x': 'head' }), true, 'a.ts'],
    ['for a branch that others build on', 'main', branches({ main: 'head' }), true, ''],
    ['at the base itself', 'feat/x', branches({ main: 'head', 'feat/x': 'head' }), true, ''],
    ['where branches can’t be read', 'feat/x', err(aProblem), true, 'change.unread'],
    ['in a clone without the history', 'feat/x', branches({ main: 'base' }), false, 'change.unread'],
    ['in a clone of the branch alone', 'feat/x', branches({ 'feat/x': 'head' }), true, 'change.noBase'],
    ['in a checkout without any branch', 'HEAD', branches({}), true, 'change.noBase'],
  ];
  for (const [name, branch, listed, since, expected] of rows)
    it(`${name}: ${expected || 'nothing'}`, async () => {
      const files = [{ path: 'a.ts', status: 'modified', added: 1, removed: 0 } as const];
      const found: Result<readonly string[], Problem> = await committedFiles(branch, 'head', {
        git: {
          listBranches: async () => listed,
          changeSince: async () => (since ? ok({ base: 'base', tree: 't', files }) : err(aProblem)),
        },
        preferred: '',
      });
      assert.equal(found.ok ? found.value.join() : found.error.code, expected);
    });
});
