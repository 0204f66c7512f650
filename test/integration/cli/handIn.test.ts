import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';
import { until } from '../support/supervised.ts';

const listing = z.object({
  waiting: z.array(z.object({ job: z.string(), kind: z.string(), report: z.string(), worktree: z.string() })),
});

describe('mam hand-in', function () {
  this.timeout(120_000);
  let mam: MamCommand;
  beforeEach(async () => {
    mam = await createMamCommand({ sample: true });
  });
  afterEach(() => mam.dispose());

  const waiting = async (): Promise<z.infer<typeof listing>['waiting']> =>
    listing.parse(JSON.parse((await mam.run('hand-in', '--json')).out)).waiting;

  it('lists what waits for a person, and lets the loop go on with their report', async () => {
    assert.match((await mam.run('hand-in')).out, /No job waits/);
    mam.env['MAM_AGENTS'] = '{"reviewer":"human"}';
    const loop = mam.start('start', '--agents', 'rehearsal,human', '--allow-check', 'node --test');
    await until(async () => (await waiting()).length > 0, 'a job that waits', 90_000);
    const [one] = await waiting();
    assert.ok(one);
    assert.equal(one.kind, 'review');

    const refused = async (...args: readonly string[]): Promise<string> => {
      const { code, err } = await mam.run('hand-in', ...args);
      assert.notEqual(code, 0);
      return err;
    };
    assert.match(await refused(one.job), /handin\.empty/);
    assert.match(await refused(one.job, 'no-such.md'), /handin\.noFile/);
    assert.match(await refused('nobody', 'README.md'), /handin\.notOpen/);
    mam.env['MAM_JOB'] = 'job-1';
    assert.match(await refused(one.job, 'README.md'), /actor\.personOnly/);
    delete mam.env['MAM_JOB'];

    await writeFile(join(mam.repository, 'my-report.md'), 'I read it.\n\n[VERDICT: PASS]\n');
    const done = await mam.run('hand-in', one.job, 'my-report.md');
    assert.equal(done.code, 0, done.err);
    assert.equal((await loop.ended).code, 0);
    assert.deepEqual(await waiting(), []);
  });
});
