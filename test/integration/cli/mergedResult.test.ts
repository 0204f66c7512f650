import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';
import { queueText } from '../../builders/queueText.ts';
import { until } from '../../until.ts';

const writes = (file: string, text: string): string =>
  `### Script\n\n\`\`\`rehearsal\n${JSON.stringify([
    { on: { kind: 'implement' }, steps: [{ write: file, text }, { report: 'Done.' }] },
  ])}\n\`\`\`\n`;

const check = 'node check.mjs';
const entry = (id: string, claims: string, text: string) => ({
  id,
  claims,
  checks: [check],
  notes: writes(claims, text),
});

/** One renames a function, one calls it by its old name, one has nothing to do with either. Each is right alone. */
const queue = queueText(
  entry('T-2026-0201', 'src/lib.mjs', 'export const welcome = () => 1;\n'),
  entry('T-2026-0202', 'src/use.mjs', "import { greet } from './lib.mjs';\ngreet();\n"),
  entry('T-2026-0203', 'src/other.mjs', 'export const other = 2;\n'),
);

describe('tasks of one base that are merged one after the other', function () {
  this.timeout(300_000);
  let mam: MamCommand;

  before(async () => {
    mam = await createMamCommand();
    const hold = JSON.stringify(join(mam.folder, 'hold'));
    await mkdir(join(mam.repository, 'src'), { recursive: true });
    await writeFile(join(mam.repository, 'src/lib.mjs'), 'export const greet = () => 1;\n');
    await writeFile(
      join(mam.repository, 'check.mjs'),
      [
        "import { existsSync, writeFileSync } from 'node:fs';",
        "import { readdir } from 'node:fs/promises';",
        "import { setTimeout } from 'node:timers/promises';",
        `if (existsSync(${hold})) writeFileSync(${JSON.stringify(join(mam.folder, 'at'))}, '');`,
        `while (existsSync(${hold})) await setTimeout(50);`,
        "for (const file of await readdir('src')) await import(`./src/${file}`);",
      ].join('\n'),
    );
    await mam.git('add', '--all');
    await mam.git('commit', '--quiet', '--message', 'Library');
    await mam.setQueue(queue);
    const ended = await mam.run(
      ...['start', '--infinite', '--pool', '3', '--yes', '--agents', 'rehearsal', '--topology', 'four-role'],
      ...['--allow-check', check],
    );
    assert.equal(ended.code, 0, ended.out + ended.err);
  });
  after(() => mam.dispose());

  const gateOf = async (task: string) => {
    const { out, err } = await mam.run('gate', task, '--json');
    const [run] = JSON.parse(out || err).runs;
    return run;
  };
  const land = async (task: string): Promise<void> => {
    for (const verb of ['approve', 'merge']) {
      const done = await mam.run(verb, task);
      assert.equal(done.code, 0, `${verb} ${task}: ${done.out}${done.err}`);
    }
  };

  it('finds two that are right alone and wrong together, and lands what fits without new work', async () => {
    for (const task of ['T-2026-0201', 'T-2026-0202', 'T-2026-0203'])
      assert.equal((await gateOf(task)).gate.open, true, task);
    await land('T-2026-0201');
    const early = await mam.run('approve', 'T-2026-0202');
    assert.equal(early.code, 1, 'nobody has checked it on the new base');
    // The host dies while the checks run on the merge, and the next one goes on.
    await writeFile(join(mam.folder, 'hold'), '');
    const host = mam.start('resume');
    await until('a check runs on the merge', () => existsSync(join(mam.folder, 'at')), 60_000);
    host.child.kill('SIGKILL');
    await host.ended;
    await rm(join(mam.folder, 'hold'));
    const resumed = await mam.run('resume');
    const second = await gateOf('T-2026-0202');
    assert.equal(second.gate.open, false, resumed.out + resumed.err);
    assert.equal(second.merged?.kind, 'clean', resumed.out + resumed.err);
    assert.deepEqual(
      second.merged.checks.map(({ outcome }: { outcome: string }) => outcome),
      ['failed'],
    );
    assert.equal(second.waits.code, 'gate.mergedCheckFailed');
    const packet = await readFile(
      join(mam.repository, 'reports/agent_loop/active/tasks/T-2026-0202/approval_packet.md'),
      'utf8',
    );
    assert.match(packet, /does not provide an export named 'greet'/);
    const said = await gateOf('T-2026-0203');
    assert.deepEqual([said.gate.open, said.round], [true, 1]);
    // Approved, and the base moves before it is merged: resume makes the merge anew, and a person is asked once more.
    const yes = await mam.run('approve', 'T-2026-0203');
    assert.equal(yes.code, 0, yes.err);
    await writeFile(join(mam.repository, 'more.txt'), 'more\n');
    await mam.git('add', 'more.txt');
    await mam.git('commit', '--quiet', '--message', 'More');
    const stale = await mam.run('merge', 'T-2026-0203');
    assert.deepEqual([stale.code, /mam resume/.test(stale.err)], [1, true], stale.err);
    const anew = await mam.run('resume');
    const third = await gateOf('T-2026-0203');
    assert.deepEqual([third.gate.open, third.round, third.decision], [true, 1, null], anew.out + anew.err);
    assert.notEqual(third.merged.commit, said.merged.commit);
    assert.match((await mam.run('gate', 'T-2026-0203')).out, /moved since/);
    const before = (await mam.git('rev-parse', 'HEAD')).trim();
    await land('T-2026-0203');
    assert.equal((await mam.git('rev-parse', 'HEAD')).trim(), third.merged.commit);
    assert.equal((await mam.git('log', '-1', '--format=%P')).trim(), `${before} ${third.head}`);
    for (const file of ['src/lib.mjs', 'src/other.mjs']) assert.ok(existsSync(join(mam.repository, file)));
    assert.equal((await mam.git('worktree', 'list')).trimEnd().split('\n').length, 1);
    assert.equal((await mam.git('for-each-ref', 'refs/mam/rescue')).trim(), '');
  });
});
