import assert from 'node:assert/strict';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

const task = 'T-2026-0002';
const branch = `feature/${task}-integration`;

describe('a patch for work that waits for a person', function () {
  this.timeout(240_000);
  let mam: MamCommand;
  before(async () => {
    mam = await createMamCommand();
  });
  after(() => mam.dispose());

  const head = async (): Promise<string> => (await mam.git('rev-parse', branch)).trim();
  /** The artifact of what `lines` add to a file as it is on the branch. */
  async function propose(path: string, lines: string): Promise<void> {
    await mam.git('checkout', '--quiet', '--detach', branch);
    await appendFile(join(mam.repository, path), lines);
    await mam.git('add', '--all');
    const diff = await mam.git('diff', '--cached');
    await mam.git('reset', '--quiet', '--hard');
    await mam.git('checkout', '--quiet', 'main');
    const artifact = { schema_version: 1, task_id: task, agent: 'codex', verdict: 'proposed', diff };
    await writeFile(join(mam.repository, '.git/patch.json'), JSON.stringify(artifact));
  }
  const apply = async () => {
    const ended = await mam.run('active-apply', '--patch', '.git/patch.json', '--execute', '--json');
    return { code: ended.code, told: JSON.parse(ended.out || '{}'), err: ended.err };
  };

  it('is reviewed anew before it counts', async () => {
    const started = await mam.run('start', '--task', task, '--agents', 'rehearsal', '--yes');
    assert.equal(started.code, 0, started.err + started.out);
    const before = await head();

    await propose('README.md', 'elsewhere\n');
    const stray = await apply();
    assert.deepEqual([stray.code, stray.told.decision], [1, 'blocked'], stray.err);
    assert.match(stray.told.blockers[0], /README\.md.*\[apply\.outsideClaim\]/);
    assert.equal(await head(), before);

    await propose('src/format.js', '// A repair.\n');
    const applied = await apply();
    assert.deepEqual([applied.code, applied.told.decision], [0, 'applied'], applied.err + JSON.stringify(applied.told));
    const after = await head();
    assert.equal(applied.told.head, after);
    assert.equal((await mam.git('rev-parse', `${branch}^`)).trim(), before);

    const early = await mam.run('approve', task);
    assert.equal(early.code, 1, early.out);
    const reviewed = await mam.run('resume');
    assert.match(reviewed.out, /Reviewer: PASS/, reviewed.err + reviewed.out);
    const approved = await mam.run('approve', task, '--json');
    assert.equal(approved.code, 0, approved.err);
    assert.equal(JSON.parse(approved.out).head, after);
    const late = await apply();
    assert.match(late.told.blockers[0], /\[apply\.consumed\]/);
  });
});
