import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';
import { queueText } from '../../builders/queueText.ts';
import { until } from '../../until.ts';

const task = 'T-2026-0001';
const artifactPath = 'reports/agent_loop/active/patch_runs/implementer/patch_artifact.json';

describe('a write lane that is cut short, and what git can hold', function () {
  this.timeout(240_000);
  let mam: MamCommand;
  before(async () => {
    mam = await createMamCommand();
    await mam.run('active-loop', '--topology', 'expanded-eight');
  });
  after(() => mam.dispose());

  const args = ['active-codex-runner', '--mode', 'patch', '--write-agent', 'rehearsal', '--task', task, '--execute'];
  const lane = async () => {
    const ended = await mam.run(...args, '--json');
    return { ...ended, told: JSON.parse(ended.out || '{}') };
  };
  const artifact = async () => JSON.parse(await readFile(join(mam.repository, artifactPath), 'utf8'));
  const script = (...steps: readonly unknown[]): Promise<void> => {
    const scenes = JSON.stringify([{ steps: [...steps, { report: 'Done.' }] }]);
    return mam.setQueue(
      queueText({ id: task, claims: '`src/**`', goal: `Do it.\n\n\`\`\`rehearsal\n${scenes}\n\`\`\`` }),
    );
  };

  it('leaves no older proposal when its host is killed, and comes to its end with the next call', async () => {
    await script({ write: 'src/old.ts', text: 'export {};\n' });
    assert.equal((await lane()).told.verdict, 'proposed');
    const older = await readFile(join(mam.repository, artifactPath), 'utf8');

    const go = join(mam.folder, 'go');
    await script({ waitFor: go }, { write: 'src/new.ts', text: 'export {};\n' });
    const killed = mam.start(...args);
    await until('the lane runs', async () => (await artifact()).verdict === 'blocked', 40_000);
    killed.child.kill('SIGKILL');
    await killed.ended;
    // As if the host had died before it wrote the file again.
    await writeFile(join(mam.repository, artifactPath), older);
    const stale = await mam.run('active-apply', '--json');
    assert.match(stale.out, /apply\.stale/, stale.out + stale.err);

    await writeFile(go, '');
    const { told, err } = await lane();
    assert.equal(told.verdict, 'proposed', err);
    assert.match(err, /come to their end first/);
    assert.deepEqual((await artifact()).files, ['src/new.ts']);
    assert.equal((await mam.git('worktree', 'list', '--porcelain')).match(/^worktree /gm)?.length, 1);
    await rm(go);
  });

  for (const [when, effect] of [
    ['when its work is captured', 'capturePatch'],
    ['when its worktree is cleared away', 'removeWorktree'],
  ] as const)
    it(`is gone on with, or done, when its host is killed ${when}`, async () => {
      const journal = join(mam.repository, 'reports/agent_loop/active/events.jsonl');
      const lines = async (): Promise<readonly string[]> => (await readFile(journal, 'utf8')).trimEnd().split('\n');
      const known = (await lines()).length;
      const marked = async (): Promise<boolean> =>
        (await lines())
          .slice(known)
          .some((line) => line.includes('"effectRequested"') && line.includes(`"kind":"${effect}"`));
      await script({ write: `src/${effect}.ts`, text: 'export {};\n' });
      const killed = mam.start(...args);
      await until(`${effect} is asked for`, marked, 60_000);
      killed.child.kill('SIGKILL');
      await killed.ended;
      const left = await artifact();
      if (left.verdict === 'proposed') assert.deepEqual(left.files, [`src/${effect}.ts`]);
      else assert.deepEqual([left.verdict, left.diff], ['blocked', '']);

      await script({ write: 'src/next.ts', text: 'export {};\n' });
      const { told, err } = await lane();
      assert.equal(told.verdict, 'proposed', err + JSON.stringify(told));
      assert.deepEqual((await artifact()).files, ['src/next.ts']);
      assert.equal((await mam.git('worktree', 'list', '--porcelain')).match(/^worktree /gm)?.length, 1);
      assert.deepEqual(JSON.parse((await mam.run('lease', 'list', '--json')).out).leases, []);
    });

  it('commits nothing when its host is killed while hooks are asked, and leaves no worktree of theirs', async () => {
    const asked = join(mam.folder, 'asked');
    const answer = join(mam.folder, 'answer');
    const hook = join(mam.repository, '.git/hooks/pre-commit');
    const waits = `touch "${asked}"\nwhile [ ! -e "${answer}" ]; do sleep 0.1; done`;
    await writeFile(hook, `#!/bin/sh\n${waits}\n`, { mode: 0o755 });
    const refs = await mam.git('for-each-ref');
    mam.env['MAM_APPLY_RUN_HOOKS'] = 'true';
    const killed = mam.start('active-apply', '--execute', '--json');
    await until('the hook runs', () => existsSync(asked), 60_000);
    killed.child.kill('SIGKILL');
    await killed.ended;
    delete mam.env['MAM_APPLY_RUN_HOOKS'];
    await writeFile(answer, '');
    assert.equal(await mam.git('for-each-ref'), refs);
    assert.match(await mam.git('worktree', 'list', '--porcelain'), /^worktree .*\/hooks-[0-9a-f]{40}$/m);

    const applied = await mam.run('active-apply', '--execute', '--json');
    assert.equal(applied.code, 0, applied.out + applied.err);
    assert.equal((await mam.git('worktree', 'list', '--porcelain')).match(/^worktree /gm)?.length, 1);
    await mam.git('branch', '--quiet', '-D', `feature/${task}-integration`);
    await rm(hook);
  });

  it('refuses links that lead out, and repositories within', async () => {
    await script({ link: 'src/out', to: '../../elsewhere' });
    assert.deepEqual((await lane()).told.blockers[0].code, 'capture.linkOutside');
    assert.equal((await artifact()).verdict, 'blocked');
  });

  it('proposes and applies modes, binaries, renamed files and other line ends as they are', async () => {
    const pixels = Buffer.from([0, 1, 2, 255, 254, 10, 13, 0]);
    await writeFile(join(mam.repository, 'src/pixels.bin'), pixels);
    await writeFile(join(mam.repository, 'src/lines.txt'), 'one\r\ntwo\r\n');
    await mam.git('add', '--all');
    await mam.git('commit', '--quiet', '--message', 'More files');
    await script(
      { delete: 'src/pixels.bin' },
      { write: 'src/moved.bin', text: '\u0000\u0001binary\u0000' },
      { append: 'src/lines.txt', text: 'three\r\n' },
      { write: 'src/é name.txt', text: 'no end' },
    );
    const { told, err } = await lane();
    assert.equal(told.verdict, 'proposed', err + JSON.stringify(told));
    assert.deepEqual((await artifact()).files, ['src/lines.txt', 'src/moved.bin', 'src/pixels.bin', 'src/é name.txt']);
    const hook = join(mam.repository, '.git/hooks/pre-commit');
    await writeFile(hook, '#!/bin/sh\necho not like this >&2\nexit 1\n', { mode: 0o755 });
    mam.env['MAM_APPLY_RUN_HOOKS'] = 'true';
    const refused = await mam.run('active-apply', '--execute', '--json');
    assert.match(refused.out, /not like this.*apply\.hookRefused/, refused.out + refused.err);
    assert.equal((await mam.git('worktree', 'list', '--porcelain')).match(/^worktree /gm)?.length, 1);
    delete mam.env['MAM_APPLY_RUN_HOOKS'];
    const applied = await mam.run('active-apply', '--execute', '--json');
    assert.equal(applied.code, 0, applied.out + applied.err);
    const branch = `feature/${task}-integration`;
    assert.equal(await mam.git('show', `${branch}:src/lines.txt`), 'one\r\ntwo\r\nthree\r\n');
    assert.equal(await mam.git('show', `${branch}:src/é name.txt`), 'no end');
    assert.equal(await mam.git('show', `${branch}:src/moved.bin`), '\u0000\u0001binary\u0000');
  });
});
