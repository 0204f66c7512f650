import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkOverlap } from '../../../src/app/overlap/check.ts';
import { runProcess } from '../../../src/adapters/process/run.ts';
import { createMemoryForge } from '../../fakes/memoryForge.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, must, openGit, plainGit } from './support.ts';

const branch = 'feat/issue-9-x';

describe('git: overlap with others', () => {
  const folder = useTempFolder();

  async function subject() {
    const root = await buildState('plain', folder());
    const head = await plainGit(root, 'rev-parse', 'HEAD');
    await plainGit(root, 'update-ref', 'refs/remotes/origin/main', head);
    await plainGit(root, 'checkout', '-qb', branch);
    let started = 0;
    const git = openGit(root, {
      run: (spec, signal) => {
        started += 1;
        return runProcess(spec, signal);
      },
    });
    must(await git.refs(['HEAD']));
    const deps = {
      git,
      forge: createMemoryForge(),
      controlRoot: root,
      base: '',
      state: { runs: {} },
      statuses: async () => new Map(must(await git.listWorktrees()).map((status) => [status.path, status])),
    };
    const check = async (loadBearing: readonly string[] = []) => {
      started = 0;
      const { report } = await checkOverlap({ issue: '9', branch, loadBearing }, deps);
      return {
        result: report.result,
        blockers: report.blockers.map((one) => one.code),
        warnings: report.warnings.map((one) => one.code),
        started,
      };
    };
    return { root, check };
  }

  it('is blocked behind the shared base, and clear ahead of it, with one process at most', async () => {
    const { root, check } = await subject();
    assert.deepEqual(await check(), { result: 'clear', blockers: [], warnings: [], started: 0 });
    await plainGit(root, 'commit', '-q', '--allow-empty', '-m', 'ahead');
    assert.deepEqual(await check(), { result: 'clear', blockers: [], warnings: [], started: 1 });
    await plainGit(root, 'checkout', '-q', 'main');
    await plainGit(root, 'commit', '-q', '--allow-empty', '-m', 'theirs');
    await plainGit(root, 'update-ref', 'refs/remotes/origin/main', 'main');
    await plainGit(root, 'checkout', '-q', branch);
    assert.deepEqual(await check(), { result: 'blocked', blockers: ['overlap.staleBase'], warnings: [], started: 1 });
  });

  it('is blocked by another worktree of the issue, also in the middle of a rebase, and not by a cycle', async () => {
    const { root, check } = await subject();
    await plainGit(root, 'worktree', 'add', '-q', '-b', 'agent/T-2026-0001/cycle', join(folder(), 'cycle'));
    assert.equal((await check()).result, 'clear');
    const other = join(root, '.claude/worktrees/T-2026-0001-integration');
    await plainGit(root, 'worktree', 'add', '-q', '-b', 'fix/issue-9-y', other);
    assert.deepEqual((await check()).blockers, ['overlap.otherWorktree']);
    await writeFile(join(other, 'a.txt'), 'theirs\n');
    await plainGit(other, 'commit', '-qam', 'theirs');
    await writeFile(join(root, 'a.txt'), 'ours\n');
    await plainGit(root, 'commit', '-qam', 'ours');
    await assert.rejects(plainGit(other, 'rebase', branch));
    assert.deepEqual((await check()).blockers, ['overlap.otherWorktree']);
  });

  it('warns of load-bearing files that are changed in another worktree', async () => {
    const { root, check } = await subject();
    const other = join(folder(), 'other');
    await plainGit(root, 'worktree', 'add', '-q', '-b', 'fix/issue-8', other);
    await writeFile(join(other, 'a.txt'), 'theirs\n');
    assert.deepEqual((await check(['a.txt'])).warnings, ['overlap.dirtyElsewhere']);
    assert.deepEqual((await check(['b.txt'])).warnings, []);
  });
});
