import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { handoffNotes } from '../../builders/handoffNotes.ts';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

const rehearse = ['start', '--agents', 'rehearsal', '--allow-check', 'node --test', '--topology', 'four-role'];
const task = 'T-2026-0002';

describe('mam active-loop', () => {
  let mam: MamCommand;
  before(async () => {
    mam = await createMamCommand();
  });
  after(() => mam.dispose());

  /** A program that notes each of its runs and ends with a code. */
  const shipWith = async (code: number): Promise<void> => {
    const script = join(mam.folder, 'ship.cjs');
    const log = JSON.stringify(join(mam.folder, 'shipped'));
    await writeFile(script, `require('fs').appendFileSync(${log}, 'x'); process.exit(${code});\n`);
    await mkdir(join(mam.folder, 'config/mam'), { recursive: true });
    const settings = { 'mam.ship.command': [process.execPath, script] };
    await writeFile(join(mam.folder, 'config/mam/settings.json'), JSON.stringify(settings));
  };
  const shipped = (): Promise<string> => readFile(join(mam.folder, 'shipped'), 'utf8').catch(() => '');

  /** The notes come after the review, so they are not committed with what was reviewed. */
  const handOver = async (id: string): Promise<void> => {
    await mkdir(join(mam.repository, 'docs/plans'), { recursive: true });
    await writeFile(join(mam.repository, `docs/plans/${id}.md`), `# Plan\n\n${handoffNotes}`);
  };
  const codesOf = (out: string): readonly string[] =>
    JSON.parse(out).blockers.map((one: { readonly code: string }) => one.code);

  it('is wrong usage where its words are wrong, before anything is done', async () => {
    for (const args of [
      ['--mode', 'x'],
      ['--lease-ttl-minutes', '0'],
      ['--task', 'T-26-1'],
      ['--out', '/tmp/x.md'],
      ['--out', 'reports/other.md'],
      ['--claim-text', '../outside.md'],
    ])
      assert.equal((await mam.run('active-loop', ...args)).code, 2, args.join(' '));
  });

  it('is blocked on a branch that nothing ships from, and says so in its report', async () => {
    const ended = await mam.run('tick', '--out', 'reports/agent_loop/mine.md');
    assert.equal(ended.code, 1, ended.err);
    assert.match(ended.out, /Tick: blocked[\s\S]*\[tick\.notIssueBranch\]/);
    assert.match(await readFile(join(mam.repository, 'reports/agent_loop/mine.md'), 'utf8'), /- Decision: blocked/);
    assert.match(
      await readFile(join(mam.repository, 'reports/agent_loop/active/active_loop.md'), 'utf8'),
      /- Decision: blocked/,
    );
  });

  it('ships what was reviewed by a real command, tells when that fails, and never ships twice', async () => {
    const started = await mam.run(...rehearse, '--task', task);
    assert.equal(started.code, 0, started.err + started.out);
    const [head] = (await mam.git('rev-parse', `feature/${task}-integration`)).split('\n');
    await mam.git('switch', '--quiet', '--create', 'feat/issue-7-format', head ?? '');
    await writeFile(join(mam.repository, 'reports/agent_loop/body.md'), 'Closes #7\n');
    const tick = ['active-loop', '--task', task, '--pr-body', 'reports/agent_loop/body.md', '--json'];

    await shipWith(0);
    const bare = await mam.run(...tick, '--execute');
    assert.deepEqual(codesOf(bare.out), ['tick.readiness', 'readiness.handoff'], bare.out);
    await handOver(task);

    const dry = await mam.run(...tick);
    assert.equal(dry.code, 0, dry.out + dry.err);
    assert.equal(JSON.parse(dry.out).decision, 'planned');

    await shipWith(2);
    const failed = await mam.run(...tick, '--execute');
    assert.deepEqual([failed.code, JSON.parse(failed.out).decision], [1, 'ship-failed'], failed.out);
    await shipWith(0);
    const executed = await mam.run(...tick, '--execute');
    assert.deepEqual([executed.code, JSON.parse(executed.out).decision], [0, 'executed'], executed.out);
    assert.equal(await shipped(), 'xx');

    const again = await mam.run(...tick, '--execute');
    assert.deepEqual([again.code, JSON.parse(again.out).blockers[0].code], [1, 'ship.done'], again.out);
    assert.equal(await shipped(), 'xx');
  });

  it('takes a task the whole way: run, approved, and shipped once from MAM’s own branch with the issue that is named', async () => {
    const other = 'T-2026-0001';
    const started = await mam.run(...rehearse.slice(0, -2), '--topology', 'expanded-eight', '--task', other);
    assert.equal(started.code, 0, started.err + started.out);
    assert.equal((await mam.run('approve', other)).code, 0);
    await mam.git('switch', '--quiet', `feature/${other}-integration`);
    await writeFile(join(mam.repository, 'body.md'), 'Closes #7\n');
    await handOver(other);
    await writeFile(join(mam.repository, 'claim.md'), 'The text is right now.\n');
    await shipWith(0);
    const before = (await shipped()).length;
    const tick = ['active-loop', '--issue', '7', '--pr-body', 'body.md', '--claim-text', 'claim.md', '--json'];

    const none = JSON.parse((await mam.run('active-loop', '--json')).out);
    assert.ok(none.blockers.some((one: { code: string }) => one.code === 'tick.noIssue'));
    const executed = await mam.run(...tick, '--execute');
    const { decision, overlap, topology } = JSON.parse(executed.out);
    assert.deepEqual([executed.code, decision, topology], [0, 'executed', 'expanded-eight'], executed.out);
    assert.notEqual(overlap, 'not-run');
    const again = await mam.run(...tick, '--execute');
    assert.deepEqual([again.code, JSON.parse(again.out).blockers[0].code], [1, 'ship.done'], again.out);
    assert.equal((await shipped()).length, before + 1);
  });
});
