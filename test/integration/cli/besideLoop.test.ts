import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';
import { queueText } from '../../builders/queueText.ts';

const [first, second, third] = ['T-2026-0201', 'T-2026-0202', 'T-2026-0203'] as const;
const agents = ['--agents', 'rehearsal', '--topology', 'four-role', '--allow-check', 'git --version'];

/** Three tasks whose writers wait for a file each; the second one's then fails. */
const queueIn = (folder: string): string =>
  queueText(
    ...[first, second, third].map((id, i) => ({
      id,
      claims: `src/${i}.mjs`,
      checks: ['git --version'],
      notes: `### Script\n\n\`\`\`rehearsal\n${JSON.stringify([
        {
          on: { kind: 'implement' },
          steps: [
            { waitFor: join(folder, `go-${id}`) },
            ...(id === second ? [{ exit: 3 }] : [{ write: `src/${i}.mjs`, text: 'export {};\n' }, { report: 'Done.' }]),
          ],
        },
      ])}\n\`\`\`\n`,
    })),
  );

describe('mam start with a task of its own beside a running loop', function () {
  this.timeout(120_000);
  let mam: MamCommand;
  const go = (task: string): Promise<void> => writeFile(join(mam.folder, `go-${task}`), '');
  beforeEach(async () => {
    mam = await createMamCommand();
    mam.env['MAM_LOOP_ATTEMPTS'] = '1';
    await mam.setQueue(queueIn(mam.folder));
  });
  afterEach(() => mam.dispose());

  it('follows it to what it comes to, and no longer', async () => {
    const loop = mam.start('start', '--infinite', '--pool', '1', ...agents);
    await loop.shows(`${first}  Implementer started`);
    const follow = (task: string) => mam.start('start', '--task', task);
    const [one, two, three] = [follow(first), follow(second), follow(third)];
    for (const follower of [one, two, three]) await follower.shows('runs the work; this terminal follows it');
    await go(first);
    const done = await one.ended;
    assert.equal(done.code, 0, done.out + done.err);
    assert.match(done.out, new RegExp(`${first}[\\s\\S]*gate OPEN`));
    assert.doesNotMatch(done.out, new RegExp(second));
    await loop.shows(`${second}  Implementer started`);
    await go(second);
    const failed = await two.ended;
    assert.equal(failed.code, 1, failed.out + failed.err);
    assert.equal(loop.child.exitCode, null);

    // Ctrl-C lets go of the task, and of nothing else.
    await three.shows(`${third}  Implementer started`);
    three.child.kill('SIGINT');
    assert.equal((await three.ended).code, 130);
    await go(third);
    assert.match((await loop.ended).out, new RegExp(`${third}[\\s\\S]*gate OPEN`));
  });

  it('begins it once a loop has ended that it is no part of', async () => {
    const loop = mam.start('start', '--task', first, ...agents);
    await loop.shows(`${first}  Implementer started`);
    const other = mam.start('start', '--task', third, ...agents);
    await other.shows(`${third} is no part of the loop that runs here, and begins once that has ended.`);
    await go(first);
    await go(third);
    const [ended, begun] = await Promise.all([loop.ended, other.ended]);
    assert.equal(ended.code, 0, ended.out + ended.err);
    assert.doesNotMatch(ended.out, new RegExp(third));
    assert.equal(begun.code, 0, begun.out + begun.err);
    assert.match(begun.out, new RegExp(`${third}[\\s\\S]*gate OPEN`));
  });
});
