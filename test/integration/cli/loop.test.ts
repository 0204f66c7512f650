import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

const script = (...scenes: readonly unknown[]): string =>
  `Mend the page.\n\n\`\`\`rehearsal\n${JSON.stringify(scenes)}\n\`\`\``;
const pass = { on: { kind: 'review' }, steps: [{ verdict: 'pass' }] };

describe('mam loop', function () {
  this.timeout(300_000);
  let mam: MamCommand;
  let base: string;
  let worktree: string;
  beforeEach(async () => {
    mam = await createMamCommand();
    mam.env['MAM_AGENTS'] = JSON.stringify({ '*': 'rehearsal' });
    base = (await mam.git('rev-parse', 'HEAD')).trim();
    worktree = join(mam.folder, "the issue's tree");
    await mam.git('worktree', 'add', '--quiet', '-b', 'fix/issue-20', worktree);
  });
  afterEach(() => mam.dispose());

  const inTree = (...args: readonly string[]): Promise<string> => mam.git('-C', worktree, ...args);
  const headOf = async (branch: string): Promise<string> => (await mam.git('rev-parse', branch)).trim();
  const commitThere = async (path: string, text: string): Promise<void> => {
    await writeFile(join(worktree, path), text);
    await inTree('add', '--all');
    await inTree('commit', '--quiet', '--message', 'Work on the issue');
  };
  const briefs = async (): Promise<readonly string[]> => {
    const jobs = join(mam.repository, '.mam/jobs');
    const found = await readdir(jobs).catch(() => []);
    return Promise.all(found.map((job) => readFile(join(jobs, job, 'brief.md'), 'utf8')));
  };
  const loop = (...args: readonly string[]) =>
    mam.run('loop', '--creator', 'rehearsal', '--task', script(pass), ...args);

  it('writes in the issue’s branch, reviews it, and leaves the main checkout alone', async () => {
    const before = await headOf('main');
    const done = await loop('--worktree', worktree, '--claims', 'docs/page.md');
    assert.equal(done.code, 0, done.err + done.out);
    assert.notEqual(await headOf('fix/issue-20'), before);
    assert.equal(await headOf('fix/issue-20^'), before);
    assert.equal(await headOf('main'), before);
    assert.equal(await inTree('status', '--porcelain'), '', 'its files follow its branch');
    assert.match(await readFile(join(worktree, 'docs/page.md'), 'utf8'), /\S/);
    const reports = join(mam.repository, '.agents/reports');
    const [manifest = '', ...others] = (await readdir(reports)).filter((name) => name.endsWith('.json'));
    assert.deepEqual(others, []);
    assert.ok(done.out.includes(`.agents/reports/${manifest}`), done.out);
    const kept = JSON.parse(await readFile(join(reports, manifest), 'utf8'));
    assert.deepEqual([kept.head, kept.base, kept.reports.length], [await headOf('fix/issue-20'), before, 3]);
    for (const { file, sha256 } of kept.reports) {
      const text = await readFile(join(reports, file), 'utf8');
      assert.equal(createHash('sha256').update(text).digest('hex'), sha256);
      assert.match(text, /\[VERDICT: PASS\]\s*$/);
    }
    const told = await briefs();
    assert.equal(told.length, 4, 'the writer and the three seats');
    for (const brief of told) {
      const [first, path, branch, from] = brief.split('\n');
      assert.deepEqual(
        [first, path, branch, from],
        [
          '[Worktree context]',
          `Path: ${worktree}`,
          'Branch: fix/issue-20',
          `Base: ${before} (HEAD when the loop began)`,
        ],
      );
    }
  });

  it('clears the folders of its jobs away once it is decided, but none that somebody put something into', async () => {
    const done = await loop('--worktree', worktree, '--claims', 'docs/page.md');
    assert.equal(done.code, 0, done.err + done.out);
    const jobs = join(mam.repository, '.mam/jobs');
    const [noted = '', ...others] = (await readdir(jobs)).toSorted();
    assert.equal(others.length, 3);
    await writeFile(join(jobs, noted, 'notes.md'), 'Look at line 3 again.\n');
    const approved = await mam.run('approve', 'T-0000-0001');
    assert.equal(approved.code, 0, approved.err + approved.out);
    // Whoever opens the repository next goes on with what an approval leaves to do.
    const resumed = await mam.run('resume');
    assert.deepEqual(await readdir(jobs), [noted], resumed.err + resumed.out);
    assert.equal(await readFile(join(jobs, noted, 'notes.md'), 'utf8'), 'Look at line 3 again.\n');
    assert.ok((await readdir(join(jobs, noted))).includes('report.md'));
    const said = await mam.run('transcript', others[0] ?? '');
    assert.match(said.err + said.out, /cleared away/);
  });

  it('only reviews what is there, asks the creator for what did not pass, and says nothing on the wrong stream', async () => {
    await commitThere('a.md', 'one\n');
    const first = await headOf('fix/issue-20');
    const words = script(
      { on: { kind: 'review', round: 1, session: 'reviewer' }, steps: [{ verdict: 'not-pass' }] },
      { on: { kind: 'review' }, steps: [{ verdict: 'pass' }] },
      { on: { kind: 'implement' }, steps: [{ write: 'a.md', text: 'two\n' }, { report: 'Done.' }] },
    );
    const args = ['--worktree', worktree, '--base', base, '--review-only', '--json'];
    const done = await mam.run('loop', '--creator', 'rehearsal', '--task', words, ...args);
    assert.equal(done.code, 0, done.err + done.out);
    for (const line of done.out.trim().split('\n')) JSON.parse(line);
    assert.match(done.err, /Only reviews/);
    assert.equal(await headOf('fix/issue-20^'), first);
    assert.equal(await readFile(join(worktree, 'a.md'), 'utf8'), 'two\n');
    const told = await briefs();
    const order = told.filter((brief) => brief.includes(`Head: ${first}\nCommits from base to head: 1\n`));
    assert.equal(told.length, 7);
    assert.equal(order.length, 4, 'three reviews and the repair begin at the first head');
    assert.ok(told.every((brief) => brief.includes(`Base: ${base} (named with --base)`)));
  });

  it('only reviews a checkout without a branch, and puts the repair on a branch of MAM’s own', async () => {
    await commitThere('a.md', 'one\n');
    const first = await headOf('fix/issue-20');
    await inTree('checkout', '--quiet', '--detach');
    const words = script(
      { on: { kind: 'review', round: 1, session: 'reviewer' }, steps: [{ verdict: 'not-pass' }] },
      { on: { kind: 'review' }, steps: [{ verdict: 'pass' }] },
      { on: { kind: 'implement' }, steps: [{ write: 'a.md', text: 'two\n' }, { report: 'Done.' }] },
    );
    const args = ['--worktree', worktree, '--base', base, '--review-only'];
    const done = await mam.run('loop', '--creator', 'rehearsal', '--task', words, ...args);
    assert.equal(done.code, 0, done.err + done.out);
    const told = await briefs();
    assert.equal(told.length, 7);
    assert.ok(told.every((brief) => brief.includes('Branch: (detached)\n')));
    assert.equal((await inTree('rev-parse', 'HEAD')).trim(), first, 'what nobody can follow is not moved');
    assert.equal(await headOf('fix/issue-20'), first);
    assert.equal(await headOf('feature/T-0000-0001-integration^'), first);
    const passed = await mam.run('loop', '--creator', 'rehearsal', '--task', script(pass), ...args);
    assert.equal(passed.code, 0, passed.err + passed.out);
    assert.match(passed.out, /gate OPEN/);
    const approved = await mam.run('approve', 'T-0000-0002');
    assert.equal(approved.code, 0, approved.err + approved.out);
  });

  it('reviews nothing where there is nothing to review', async () => {
    await writeFile(join(worktree, 'new.md'), 'not committed\n');
    const done = await loop('--worktree', worktree, '--base', base, '--review-only');
    assert.equal(done.code, 1, done.err + done.out);
    assert.match(done.err + done.out, /source\.empty|nothing is committed/);
    assert.deepEqual(await briefs(), []);
  });

  it('refuses what can’t be meant before anything is recorded', async () => {
    await mkdir(join(worktree, 'sub'));
    const foreign = join(mam.folder, 'other');
    await mam.git('clone', '--quiet', mam.repository, foreign);
    await commitThere('b.md', 'b\n');
    const ahead = await headOf('fix/issue-20');
    for (const [args, code] of [
      [['--worktree', join(mam.folder, 'nothing')], 'source.missing'],
      [['--worktree', join(worktree, 'sub')], 'source.notTop'],
      [['--worktree', foreign], 'source.foreign'],
      [['--worktree', worktree, '--base', 'nothing'], 'source.baseUnknown'],
      [['--base', ahead, '--review-only'], 'source.notAncestor'],
      [['--worktree', worktree, '--review-only'], 'loop.baseMissing'],
      [['--worktree', join(worktree, 'b.md')], 'source.missing'],
      [['--worktree', worktree, '--base', base, '--review-only', '--plan'], 'loop.planRefused'],
      [['--worktree', ''], 'loop.emptyOption'],
      [['--planner', 'rehearsal'], 'loop.plannerAlone'],
      [['--target-agent', 'rehearsal'], 'loop.targetAgentGone'],
      [['--reviewer', 'rehearsal'], 'loop.ownReview'],
      [['--reviewer', 'nobody'], 'agent.unknown'],
      [['--max-loop', '0'], 'cli.badCount'],
      [['--max-rebut=-1'], 'cli.badCount'],
      [['--claims', '../out'], 'claims.invalid'],
    ] as const) {
      const done = await loop(...args);
      assert.equal(done.code, 2, `${code}: ${done.err}`);
      assert.match(done.err, new RegExp(`\\[${code.replace('.', '\\.')}\\]`));
      assert.equal(done.out, '');
    }
    mam.env['MAM_LOOP_WORKTREE'] = join(mam.folder, 'nothing');
    assert.match((await loop()).err, /\[source\.missing\]/);
    assert.equal((await loop('--worktree', worktree, '--claims', 'a.md')).code, 0, 'the command line counts');
    mam.env['MAM_LOOP_PY'] = '0';
    assert.equal((await loop()).code, 2);
    for (const args of [
      ['--creator', 'rehearsal'],
      ['--task', 'x'],
      ['--creator', 'nobody', '--task', 'x'],
    ]) {
      delete mam.env['MAM_LOOP_PY'];
      assert.equal((await mam.run('loop', ...args)).code, 2, args.join(' '));
    }
  });

  it('works in two worktrees at once, refuses a second loop in one, and ends with its signal’s code', async () => {
    const other = join(mam.folder, 'other tree');
    await mam.git('worktree', 'add', '--quiet', '-b', 'fix/issue-21', other);
    const gate = join(mam.folder, 'gate');
    const words = script({ on: { kind: 'implement' }, steps: [{ waitFor: gate }, { work: true }] }, pass);
    const start = (path: string) =>
      mam.start('loop', '--creator', 'rehearsal', '--task', words, '--worktree', path, '--claims', 'docs/a.md');
    const first = start(worktree);
    await first.shows('Works in');
    const second = start(other);
    await second.shows('Works in');
    const link = join(mam.folder, 'a link');
    await symlink(worktree, link);
    for (const path of [link, `${worktree}/`, join('..', "the issue's tree")])
      assert.match((await loop('--worktree', path)).err, /\[loop\.placeBusy\]/, path);
    const shown = await mam.run('status');
    for (const path of [worktree, other]) assert.ok(shown.out.includes(path), shown.out);
    assert.equal(shown.out.match(/^Loop +\w+: running/gm)?.length, 2, shown.out);
    const third = await loop('--worktree', worktree);
    assert.equal(third.code, 1, third.err);
    assert.match(third.err, /T-0000-0001 by rehearsal, for \d+ min.*\[loop\.placeBusy\]/);
    first.child.kill('SIGTERM');
    assert.equal((await first.ended).code, 143);
    await writeFile(gate, '');
    const ended = await second.ended;
    assert.equal(ended.code, 0, ended.err + ended.out);
    assert.notEqual(await headOf('fix/issue-21'), base);
    assert.equal(await headOf('fix/issue-20'), base);
    await rm(gate);
    // Whoever is killed leaves its checkout taken, until somebody goes on with it.
    const killed = start(other);
    await killed.shows('Works in');
    killed.child.kill('SIGKILL');
    await killed.ended;
    const taken = await loop('--worktree', other);
    assert.equal(taken.code, 1, taken.err);
    const stop = /mam stop --loop (\S+)\./.exec(taken.err)?.[1] ?? '';
    const freed = await mam.run('stop', '--loop', stop);
    assert.equal(freed.code, 0, freed.err);
    const again = start(worktree);
    await again.shows('Works in');
    again.child.kill('SIGINT');
    const stopped = await again.ended;
    assert.equal(stopped.code, 130);
    const id = /resume --loop (\S+?)"/.exec(stopped.err)?.[1] ?? '';
    await writeFile(gate, '');
    const resumed = await mam.run('resume', '--loop', id);
    assert.equal(resumed.code, 0, resumed.err + resumed.out);
    assert.notEqual(await headOf('fix/issue-20'), base);
    assert.equal((await mam.run('resume', '--loop', 'nothing')).code, 1);
  });
});
