import assert from 'node:assert/strict';
import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';
import { queueText } from '../../builders/queueText.ts';

const task = 'T-2026-0777';
/** Its entry in the queue claims nothing but context. */
const narrow = 'T-2026-0778';
const branch = `feature/${task}-integration`;

describe('mam active-apply', function () {
  this.timeout(240_000);
  let mam: MamCommand;
  let diff: string;
  before(async () => {
    mam = await createMamCommand();
    await mam.setQueue(queueText({ id: narrow, claims: '`docs/plans/**`' }));
    await mkdir(join(mam.repository, 'src'), { recursive: true });
    await writeFile(join(mam.repository, 'src/new.txt'), 'new\n');
    await mam.git('add', 'src/new.txt');
    diff = await mam.git('diff', '--cached');
    await mam.git('reset', '--quiet');
    const hooks = join(mam.repository, '.git/hooks');
    await mkdir(hooks, { recursive: true });
    // A hook that hangs: whoever runs it never comes back.
    for (const hook of ['pre-commit', 'commit-msg', 'post-commit', 'reference-transaction', 'applypatch-msg']) {
      await writeFile(join(hooks, hook), '#!/bin/sh\ncat\nsleep 600\n');
      await chmod(join(hooks, hook), 0o755);
    }
  });
  after(() => mam.dispose());

  const artifact = async (changes: Readonly<Record<string, unknown>> = {}): Promise<void> =>
    writeFile(
      join(mam.repository, 'patch.json'),
      JSON.stringify({ schema_version: 1, task_id: task, agent: 'codex', verdict: 'proposed', diff, ...changes }),
    );
  const run = async (...args: readonly string[]) => {
    const ended = await mam.run('active-apply', '--patch', 'patch.json', '--json', ...args);
    return { code: ended.code, err: ended.err, told: ended.out === '' ? null : JSON.parse(ended.out) };
  };
  it('takes a patch of several megabytes, as a lane may propose it', async () => {
    const lines = Array.from({ length: 60_000 }, (_, line) => `+line ${line} of a file that is long enough\n`);
    const head = `diff --git a/src/long.txt b/src/long.txt\nnew file mode 100644\n--- /dev/null\n+++ b/src/long.txt\n`;
    await artifact({ diff: `${head}@@ -0,0 +1,${lines.length} @@\n${lines.join('')}` });
    const { code, told, err } = await run();
    assert.deepEqual([code, told?.decision, told?.files], [0, 'checked', ['src/long.txt']], err);
  });

  it('takes no file for the write lane’s own where no lane proposed anything', async () => {
    await artifact();
    const own = join(mam.repository, 'reports/agent_loop/active/patch_runs/implementer');
    await mkdir(own, { recursive: true });
    await copyFile(join(mam.repository, 'patch.json'), join(own, 'patch_artifact.json'));
    const ended = await mam.run('active-apply', '--json');
    await rm(join(own, 'patch_artifact.json'));
    assert.equal(ended.code, 1);
    assert.match(ended.out, /\[apply\.stale\]/, ended.out + ended.err);
  });

  const refs = () => mam.git('for-each-ref', 'refs/heads');

  it('checks, applies once on the integration branch alone, and runs no hook', async () => {
    await artifact();
    const [before, main] = [await refs(), await mam.git('rev-parse', 'main')];
    const checked = await run('--task', task, '--state', 'apply.json');
    assert.deepEqual([checked.code, checked.told.decision], [0, 'checked'], checked.err);
    assert.equal(await refs(), before);
    assert.equal((await mam.git('worktree', 'list')).trim().split('\n').length, 1);

    const applied = await run('--execute');
    assert.deepEqual([applied.code, applied.told.decision, applied.told.applied], [0, 'applied', true], applied.err);
    assert.equal((await mam.git('rev-parse', branch)).trim(), applied.told.head);
    assert.equal(await mam.git('show', `${branch}:src/new.txt`), 'new\n');
    assert.equal(await mam.git('rev-parse', 'main'), main);

    const again = await run('--execute');
    assert.deepEqual([again.code, again.told.decision], [1, 'blocked']);
    assert.match(again.told.blockers[0], /\[apply\.consumed\]/);
    assert.equal((await mam.git('rev-parse', branch)).trim(), applied.told.head);
  });

  it('is blocked and moves nothing where the patch is not one to take', async () => {
    const before = await refs();
    const rows: readonly (readonly [changes: Readonly<Record<string, unknown>>, code: RegExp])[] = [
      [{ verdict: 'blocked', diff: '' }, /apply\.verdict/],
      [{ diff: '' }, /apply\.emptyDiff/],
      [{ task_id: null }, /apply\.noTask/],
      [{ diff: diff.replaceAll('new\n', 'other\n') }, /patch\.conflict/],
      ...['.mam', 'reports/agent_loop', '.claude/worktrees'].map(
        (folder) => [{ diff: diff.replaceAll('src/new.txt', `${folder}/x`) }, /apply\.ownPlace/] as const,
      ),
    ];
    for (const [changes, code] of rows) {
      await artifact(changes);
      const ended = await run('--execute');
      assert.deepEqual([ended.code, ended.told.decision], [1, 'blocked'], ended.err);
      assert.match(ended.told.blockers[0], code);
    }
    assert.equal(await refs(), before);
  });

  it('holds a task that names context alone to that, unless the person’s settings open it', async () => {
    await artifact({ task_id: narrow });
    const held = await run();
    assert.match(held.told.blockers[0], /\[apply\.outsideClaim\]/, held.err);
    mam.env['MAM_LEASES_OPEN_CONTEXT_CLAIMS'] = 'true';
    const opened = await run();
    delete mam.env['MAM_LEASES_OPEN_CONTEXT_CLAIMS'];
    assert.deepEqual([opened.code, opened.told.decision], [0, 'checked'], opened.err);
  });

  it('keeps to paths of the repository', async () => {
    await writeFile(join(mam.folder, 'outside.json'), '{}');
    const outside = await mam.run('active-apply', '--patch', '../outside.json');
    assert.deepEqual([outside.code, /cli\.inputOutside/.test(outside.err)], [2, true], outside.err);
    const written = await mam.run('active-apply', '--patch', 'patch.json', '--out', '../x.md');
    assert.deepEqual([written.code, /cli\.outOutside/.test(written.err)], [2, true], written.err);
  });
});
