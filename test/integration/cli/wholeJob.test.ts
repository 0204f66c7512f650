import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { queueText } from '../../builders/queueText.ts';
import { until } from '../../until.ts';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

/** A writer that waits until a file appears, so that a test can do something meanwhile. */
const waitingTask = (folder: string): string =>
  queueText({
    id: 'T-2026-0001',
    claims: '`README.md`',
    checks: ['node --test'],
    goal: `Wait.\n\n\`\`\`rehearsal\n${JSON.stringify([{ on: { kind: 'implement' }, steps: [{ waitFor: join(folder, 'go') }, { work: true }] }])}\n\`\`\``,
  });

const rehearse = ['start', '--agents', 'rehearsal', '--allow-check', 'node --test', '--topology', 'four-role'];

describe('mam, from the queue to the merged change', () => {
  let mam: MamCommand;
  beforeEach(async () => {
    mam = await createMamCommand();
  });
  afterEach(() => mam.dispose());

  it('runs a task to an open gate, and a person approves and merges it', async () => {
    await rm(mam.repository, { recursive: true });
    const started = await mam.runIn(mam.folder, 'start', '--sample', mam.repository);
    assert.equal(started.code, 0, started.err + started.out);
    for (const step of [
      'T-2026-0002  task chosen: Format amounts',
      'lease held: src/format.js, test/format.test.js',
      'worktree ready: .claude/worktrees/',
      'Implementer started (rehearsal)',
      'patch: 2 files, +7 −0',
      'Reviewer: PASS',
      'check passed: node --test',
      'gate OPEN: 9 of 9 rules pass',
    ])
      assert.ok(started.out.includes(step), `${step} is missing in\n${started.out}`);
    for (const name of ['Evidence', 'Packet']) {
      const path = new RegExp(`^  ${name} +(/.*)$`, 'm').exec(started.out)?.[1] ?? '';
      assert.ok(existsSync(path), `${name}: ${path}`);
    }
    assert.equal(await mam.git('status', '--short'), '');

    assert.equal((await mam.run('gate', 'T-2026-0002')).code, 0);
    const early = await mam.run('merge', 'T-2026-0002');
    assert.deepEqual([early.code, /\[merge\.notApproved\]/.test(early.err)], [1, true], early.err);
    const approved = await mam.run('approve', 'T-2026-0002');
    assert.equal(approved.code, 0, approved.err);
    const status = await mam.run('status');
    assert.match(status.out, /approved by ann, not in main yet\n {2}Next: .*mam merge T-2026-0002\n/);
    const merged = await mam.run('merge', 'T-2026-0002');
    assert.equal(merged.code, 0, merged.err);
    assert.match(await mam.git('log', '-1', '--format=%s'), /Format amounts/);
    assert.doesNotMatch((await mam.run('status')).out, /Next:/);
    assert.ok(existsSync(join(mam.repository, 'src/format.js')));
    assert.match((await mam.run('gate', 'T-2026-0002')).out, /approved by ann, merged/);

    // Reports of that commit know what its run showed, and nothing prepares it again.
    const body = await mam.run('pr-body', '--task', 'T-2026-0002');
    assert.match(body.out, /- `src\/format\.js`\n- `test\/format\.test\.js`\n/);
    assert.match(body.out, /- `node --test`: passed, run by MAM on [0-9a-f]{7}\n/);
    const packet = JSON.parse((await mam.run('approval-packet', '--task', 'T-2026-0002', '--json')).out);
    assert.deepEqual([packet.gate, packet.next_safe_command], ['orientation', 'mam status']);
    assert.ok(!packet.auto_pass_blockers.some(({ code }: { code: string }) => code === 'pass.notValidated'));
    const prepared = await mam.run('active-start', '--task', 'T-2026-0002', '--json');
    assert.deepEqual(
      [prepared.code, JSON.parse(prepared.out).blockers.map(({ code }: { code: string }) => code)],
      [1, ['task.merged']],
    );
    assert.match(JSON.parse(prepared.out).blockers[0].sentence, /T-2026-0002 is merged\./);
    assert.deepEqual(JSON.parse((await mam.run('lease', 'list', '--json')).out).leases, []);

    const whole = await mam.run('evidence', 'verify');
    assert.equal(whole.code, 0, whole.out);
    const quiet = await mam.run('status', '--json');
    const again = await mam.run('status', '--json');
    assert.equal(quiet.out, again.out, 'looking must not write');
  });

  it('tells programs every event and a summary, one JSON object a line', async () => {
    const started = await mam.run(...rehearse, '--json');
    assert.equal(started.code, 0, started.err);
    const texts = started.out.trim().split('\n');
    const summary: { event: string; runs: { task: string; gate: { open: boolean } }[] } = JSON.parse(
      texts.at(-1) ?? '',
    );
    const lines = texts.slice(0, -1).map((text): { seq: number; event: string; ready?: boolean } => JSON.parse(text));
    const [run] = summary.runs;
    assert.deepEqual([summary.event, run?.task, run?.gate.open], ['summary', 'T-2026-0002', true]);
    const sequence = lines.map((line) => line.seq);
    assert.deepEqual(
      sequence,
      sequence.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(sequence).size, sequence.length);
    assert.ok(lines.some((line) => line.event === 'gate-evidence' && line.ready));
  });

  it('asks no leave for the check that the sample came with, and names a changed one with the command that allows it', async () => {
    const free = await mam.run('start', '--task', 'T-2026-0003', '--topology', 'four-role');
    assert.equal(free.code, 0, free.out + free.err);
    const queue = await readFile(join(mam.repository, 'tasks/queue.md'), 'utf8');
    await mam.setQueue(queue.replaceAll('node --test', 'node --test test'));
    const blocked = await mam.run('start', '--agents', 'rehearsal', '--topology', 'four-role');
    assert.equal(blocked.code, 1, blocked.out);
    const command = /gate T-2026-0002 --allow-check ([0-9a-f]{12})/.exec(blocked.out);
    assert.ok(command?.[1], blocked.out);
    assert.match(blocked.out, /Next +.*mam gate T-2026-0002 --allow-check [0-9a-f]{12}$/m);
    const early = await mam.run('approve', 'T-2026-0002');
    assert.match(early.err, /\[packet\.gateClosed\]\nNext: .*mam gate T-2026-0002\n$/);
    assert.equal((await mam.run('gate', 'T-2026-0002', '--allow-check', '000000000000')).code, 1);
    assert.equal((await mam.run('gate', 'T-2026-0002', '--allow-check', command[1])).code, 0);
    const resumed = await mam.run('resume');
    assert.equal(resumed.code, 0, resumed.out + resumed.err);
    assert.match(resumed.out, /gate OPEN/);
  });

  it('stops with Ctrl-C, keeps what is there, and goes on with resume', async () => {
    await mam.setQueue(waitingTask(mam.folder));
    const started = mam.start(...rehearse);
    await started.shows('Implementer started');
    const owner = await mam.run('status');
    assert.match(owner.out, /mam in a terminal, pid \d+/);
    started.child.kill('SIGINT');
    const stopped = await started.ended;
    assert.equal(stopped.code, 130, stopped.out + stopped.err);
    assert.match(stopped.out, /loop stopped/);

    await writeFile(join(mam.folder, 'go'), '');
    const resumed = await mam.run('resume');
    assert.match(resumed.out, /attempt 2[\s\S]*patch: 1 file,/, resumed.out + resumed.err);
  });

  it('says in one line that the log was deleted under it, and starts anew afterwards', async () => {
    await mam.setQueue(waitingTask(mam.folder));
    const started = mam.start(...rehearse);
    await started.shows('Implementer started');
    const lock = join(mam.repository, '.git/mam/supervisor.json');
    await until('the supervisor to write down what it is', () => existsSync(lock), 40_000);
    const { pid }: { pid: number } = JSON.parse(await readFile(lock, 'utf8'));
    try {
      await rm(join(mam.repository, '.git/mam'), { recursive: true });
      const ended = await started.ended;
      assert.deepEqual([ended.code, ended.err.trim().split('\n').length], [1, 1], ended.err);
      assert.match(ended.err, /^mam: The log \/.*mam\.db was moved, deleted .*\[store\.replaced\]\n$/);
    } finally {
      process.kill(pid, 'SIGTERM');
    }
    await writeFile(join(mam.folder, 'go'), '');
    const again = await mam.run(...rehearse);
    assert.match(again.out + again.err, /loop \S+ started/);
  });

  it('joins the lane of a killed owner again, and follows a loop that another terminal runs', async () => {
    await mam.setQueue(waitingTask(mam.folder));
    const started = mam.start(...rehearse);
    await started.shows('Implementer started');
    started.child.kill('SIGKILL');
    await started.ended;

    const resumed = mam.start('resume', '--json');
    // Only once the one is the owner is the other sure to be its follower.
    for (let owner: number | undefined; owner !== resumed.child.pid;) {
      assert.equal(resumed.child.exitCode, null);
      const status: { owner: { pid: number } | null } = JSON.parse((await mam.run('status', '--json')).out);
      owner = status.owner?.pid;
    }
    const second = mam.start('resume');
    await second.shows('runs the work; this terminal follows it');
    const unknown = await mam.run('start', '--task', 'T-2026-0009');
    assert.deepEqual([unknown.code, /\[task\.unknown\]/.test(unknown.err)], [1, true], unknown.err);
    const third = mam.start('start', '--task', 'T-2026-0001');
    await third.shows('runs the work; this terminal follows it');
    await writeFile(join(mam.folder, 'go'), '');
    const [first, ...followers] = await Promise.all([resumed.ended, second.ended, third.ended]);
    assert.equal(first.code, 0, first.err);
    for (const follower of followers) {
      assert.equal(follower.code, 0, follower.err + follower.out);
      assert.match(follower.out, /gate OPEN/);
    }
    const jobs = first.out.split('\n').filter((line) => line.includes('"jobDispatched"') && line.includes('implement'));
    assert.equal(jobs.length, 0, 'the writer was started a second time');
    const packet = await readFile(join(mam.repository, 'reports/agent_loop/active/approval_packet.md'), 'utf8');
    assert.match(packet, /Gate: OPEN/);
  });
});
