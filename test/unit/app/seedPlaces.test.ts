import assert from 'node:assert/strict';
import type { SeedSpec } from '../../../src/app/ports/git.ts';
import { patchRequest, seated } from '../../builders/appBatch.ts';
import { person } from '../../builders/appHarness.ts';

const paths = ['src/a.ts', '.mamba/a', '.mam/a', 'reports/agent_loop/a', '.OMC/a', 'trees/a', '.claude/worktrees/a'];

describe('a lane that proposes', () => {
  for (const [root, own] of [
    ['trees', ['.mam/a', 'reports/agent_loop/a', '.OMC/a', 'trees/a']],
    ['/elsewhere', ['.mam/a', 'reports/agent_loop/a', '.OMC/a']],
  ] as const)
    it(`takes over nothing from where no patch may write either, with worktrees in ${root}`, async () => {
      const specs: SeedSpec[] = [];
      const h = await seated({
        settings: { 'mam.worktrees.root': root },
        wrap: (ports) => ({
          ...ports,
          git: {
            ...ports.git,
            seedCommit: (spec) => {
              specs.push(spec);
              return ports.git.seedCommit(spec);
            },
          },
        }),
      });
      void h.app.proposePatch({ ...patchRequest, seedChanges: true }, person);
      for (let n = 0; n < 20 && specs.length === 0; n++) await h.rest();
      assert.deepEqual(
        paths.filter((path) => specs[0]?.isOwn(path)),
        own,
      );
      await h.app.close();
    });
});
