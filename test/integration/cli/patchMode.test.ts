import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';
import { queueText } from '../../builders/queueText.ts';

const task = 'T-2026-0001';
const branch = `feature/${task}-integration`;
const artifactPath = 'reports/agent_loop/active/patch_runs/implementer/patch_artifact.json';

interface Artifact {
  readonly verdict: string;
  readonly summary: string;
  readonly diff: string;
  readonly files: readonly string[];
  readonly wu: number;
  readonly privacy_scrubbed: boolean;
  readonly diffstat: Readonly<Record<string, number>>;
}

describe('mam active-codex-runner --mode patch', function () {
  this.timeout(240_000);
  let mam: MamCommand;
  before(async () => {
    mam = await createMamCommand();
    await mam.run('active-loop', '--topology', 'expanded-eight');
  });
  after(() => mam.dispose());

  const lane = async (...more: readonly string[]) => {
    const usual = { '--write-agent': 'rehearsal', '--task': task };
    const args = Object.entries(usual).flatMap(([name, value]) => (more.includes(name) ? [] : [name, value]));
    const ended = await mam.run('active-codex-runner', '--mode', 'patch', '--json', ...args, ...more);
    return { ...ended, told: JSON.parse(ended.out || '{}') };
  };
  const codes = (told: { readonly blockers: readonly { readonly code: string }[] }) =>
    told.blockers.map(({ code }) => code);
  const artifact = async (): Promise<Artifact> =>
    JSON.parse(await readFile(join(mam.repository, artifactPath), 'utf8'));
  /** What the writer does, as a task that claims these files. */
  const script = (claims: string, ...steps: readonly unknown[]): Promise<void> => {
    const scenes = JSON.stringify([{ steps }]);
    return mam.setQueue(queueText({ id: task, claims, goal: `Do it.\n\n\`\`\`rehearsal\n${scenes}\n\`\`\`` }));
  };
  const put = async (path: string, text: string): Promise<void> => {
    await writeFile(join(mam.repository, path), text);
  };
  const commit = async (): Promise<void> => {
    await mam.git('add', '--all');
    await mam.git('commit', '--quiet', '--message', 'More files');
  };
  const worktrees = async (): Promise<number | undefined> =>
    (await mam.git('worktree', 'list', '--porcelain')).match(/^worktree /gm)?.length;
  const report = { report: 'Done.' };

  it('renders the command of a dry run, and touches nothing', async () => {
    await script('`src/a.ts`', { write: 'src/a.ts', text: 'export {};\n' }, report);
    const refs = await mam.git('for-each-ref');
    const { code, told, err } = await lane();
    assert.deepEqual([code, told.decision, told.verdict], [0, 'planned', null], err);
    assert.ok(told.argv.length > 0);
    await assert.rejects(artifact());
    assert.equal(await mam.git('for-each-ref'), refs);
  });

  it('proposes a patch byte for byte, which is applied once', async () => {
    const { code, told, err } = await lane('--execute');
    assert.deepEqual([code, told.decision, told.verdict], [0, 'completed', 'proposed'], err + JSON.stringify(told));
    const made = await artifact();
    assert.deepEqual([made.verdict, made.wu, made.privacy_scrubbed], ['proposed', 1, true]);
    assert.deepEqual(made.files, ['src/a.ts']);
    assert.deepEqual(made.diffstat, { files_changed: 1, insertions: 1, deletions: 0 });
    assert.equal(await worktrees(), 1);
    assert.equal((await mam.git('branch', '--list', branch)).trim(), '');
    const leases = JSON.parse((await mam.run('lease', 'list', '--json')).out);
    assert.deepEqual(leases.leases, []);
    assert.deepEqual(JSON.parse((await mam.run('rescue', 'list', '--json')).out).rescues, []);

    const applied = await mam.run('active-apply', '--execute', '--json');
    assert.equal(applied.code, 0, applied.err + applied.out);
    const diff = await mam.git('diff-tree', '-r', '-p', '--no-renames', '--binary', '--full-index', 'main', branch);
    assert.equal(diff, made.diff);
    const again = await mam.run('active-apply', '--execute', '--json');
    assert.match(again.out, /apply\.consumed/);
    await mam.git('branch', '--quiet', '-D', branch);
  });

  it('blocks a private line, keeps it nowhere, and lets no older patch stand', async () => {
    await script('`src/**`', { write: 'src/b.ts', text: '// fine\ncard_number: 7\n' }, report);
    const { code, told } = await lane('--execute');
    assert.deepEqual([code, codes(told)], [1, ['patch.private']]);
    const made = await artifact();
    assert.deepEqual([made.verdict, made.diff, made.privacy_scrubbed, made.wu], ['blocked', '', false, 0]);
    assert.equal((await mam.run('active-apply', '--json')).code, 1);
  });

  it('blocks what leaves the claim and keeps the work as a rescue copy', async () => {
    await script('`src/a.ts`', { write: 'src/c.ts', text: 'export {};\n' }, report);
    const { told } = await lane('--execute');
    assert.deepEqual(codes(told), ['patch.outsideClaim']);
    const { rescues } = JSON.parse((await mam.run('rescue', 'list', '--json')).out);
    const newest = await mam.run('rescue', 'show', rescues[0].name);
    assert.match(newest.out, /src\/c\.ts/);
  });

  it('takes over what the lane committed, and knows when it changed nothing', async () => {
    await script('`src/**`', { write: 'src/d.ts', text: 'export {};\n' }, { commit: 'Mine' }, report);
    assert.deepEqual((await lane('--execute')).told.verdict, 'proposed');
    await script('`src/**`', report);
    const { code, told } = await lane('--execute');
    assert.deepEqual([code, told.verdict, told.decision], [0, 'empty', 'completed']);
    assert.deepEqual([(await artifact()).verdict, (await artifact()).diff], ['empty', '']);
  });

  it('shows the lane no private value of its claimed texts', async () => {
    await put('notes.md', 'one\ntwo\nthree\nfour\nfive\nsix\nseven\ncard_number: 4711\n');
    await put('data.bin', 'card_number: 4711\n');
    await commit();
    await script('`notes.md`', { append: 'notes.md', text: 'new\n' }, report);
    const { told, err } = await lane('--execute');
    assert.equal(told.verdict, 'proposed', err + JSON.stringify(told));
    assert.ok(told.warnings.some((one: { readonly code: string }) => one.code === 'patch.redacted'));
    const { diff } = await artifact();
    assert.ok(!diff.includes('4711'), diff);
    assert.match(await readFile(join(mam.repository, 'notes.md'), 'utf8'), /4711/);
    assert.equal((await mam.git('status', '--porcelain')).trim(), '');
  });

  it('starts from uncommitted changes only when that is asked for, and leaves them alone', async () => {
    await mkdir(join(mam.repository, 'src'), { recursive: true });
    await put('src/seed.ts', 'mine\n');
    await put('other.ts', 'mine too\n');
    await script('`src/**`', { append: 'src/seed.ts', text: 'lane\n' }, report);
    const status = await mam.git('status', '--porcelain');
    const without = await lane('--execute');
    assert.ok(!(await artifact()).diff.includes('mine'), JSON.stringify(without.told));
    const withThem = await lane('--execute', '--seed-changes');
    assert.deepEqual([withThem.told.verdict, withThem.told.warnings[0].code], ['proposed', 'patch.seeded']);
    const { diff, files } = await artifact();
    assert.deepEqual(files, ['src/seed.ts']);
    assert.match(diff, /^ mine\n\+lane$/m);
    assert.equal(await mam.git('status', '--porcelain'), status);
    await mam.git('clean', '-qfd');
  });

  it('lets nobody write without a sandbox unless the sandbox of patches says so', async () => {
    await script('`src/**`', { write: 'src/e.ts', text: 'export {};\n' }, report);
    const { code, told } = await lane('--execute', '--write-agent', 'claude');
    assert.deepEqual([code, codes(told)], [1, ['patch.needsFullAccess']]);
    assert.equal((await artifact()).verdict, 'blocked');
    assert.deepEqual(JSON.parse((await mam.run('lease', 'list', '--json')).out).leases, []);
    mam.env['ACTIVE_PATCH_SANDBOX'] = 'danger-full-access';
    const open = await lane('--write-agent', 'claude');
    assert.deepEqual([codes(open.told), open.told.sandbox], [[], 'danger-full-access']);
    assert.match(open.told.argv.join(' '), /^claude .*--input-format stream-json .*--permission-mode acceptEdits/);
    delete mam.env['ACTIVE_PATCH_SANDBOX'];
  });

  it('blocks what can’t begin, each for its reason', async () => {
    for (const [code, ...more] of [
      ['patch.taskUnknown', '--task', 'T-2026-0999'],
      ['patch.assignmentMissing', '--assignments-dir', 'src'],
      ['agent.unknown', '--write-agent', 'nobody'],
    ] as const) {
      const { told } = await lane('--execute', ...more);
      assert.deepEqual(codes(told), [code]);
      assert.equal((await artifact()).verdict, 'blocked', code);
    }
    await mam.setQueue(queueText({ id: task }));
    assert.deepEqual(codes((await lane('--execute')).told), ['patch.noClaims']);
  });

  it('mends work that waits under its lease, on top of its head', async () => {
    await mam.setQueue(queueText({ id: task, claims: '`src/**`', checks: ['git diff --check'] }));
    const started = await mam.run('start', '--agents', 'rehearsal', '--yes');
    assert.equal(started.code, 0, started.err + started.out);
    const head = await mam.git('rev-parse', branch);
    const { told, err } = await lane('--execute');
    assert.equal(told.verdict, 'proposed', err + JSON.stringify(told));
    const status = JSON.parse((await mam.run('status', '--json')).out);
    assert.deepEqual(status.runs.length, 1);
    const applied = await mam.run('active-apply', '--execute', '--json');
    assert.equal(applied.code, 0, applied.err + applied.out);
    assert.equal(await mam.git('rev-parse', `${branch}^`), head);
  });
});
