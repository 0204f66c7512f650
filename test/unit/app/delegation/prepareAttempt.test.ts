import assert from 'node:assert/strict';
import { attemptFiles } from '../../../../src/app/delegation/attemptFiles.ts';
import { prepareAttempt } from '../../../../src/app/delegation/prepareAttempt.ts';
import { problem } from '../../../../src/base/problem.ts';
import { testKeys } from '../../../builders/appHarness.ts';
import { delegatedJob } from '../../../builders/delegatedJob.ts';
import { createMemoryFiles } from '../../../fakes/memoryFiles.ts';

describe('preparing an attempt', () => {
  const laneEnv = { MAM_BIN: '/bin', MAM_SPOOL: '/spool' };
  const prepare = async (
    change: { readonly jobs?: string; readonly laneEnv?: Record<string, string>; readonly broken?: string } = {},
  ) => {
    const files = createMemoryFiles({});
    if (change.broken) files.broken.set(change.broken, problem('files.full', 'The disk is full.'));
    const deps = {
      files,
      keys: testKeys,
      places: { jobs: change.jobs ?? '/repo/.mam/jobs' },
      laneEnv: change.laneEnv ?? laneEnv,
    };
    const done = await prepareAttempt(delegatedJob(), 1, deps);
    return done.ok ? 'done' : done.error.code;
  };

  it('refuses a path that no line can hold, and a host in which nobody could hear the agent', async () => {
    assert.equal(await prepare(), 'done');
    for (const jobs of ['/re\npo', '/re\0po']) assert.equal(await prepare({ jobs }), 'path.lineFeed');
    assert.equal(await prepare({ laneEnv: { MAM_BIN: '/bin' } }), 'job.noWay');
  });

  it('says when brief or pass can’t be written', async () => {
    for (const name of ['brief.md', 'pass.json'])
      assert.equal(await prepare({ broken: `/repo/.mam/jobs/j1/1/${name}` }), 'files.full');
  });

  it('takes white space and quotes in a path as they are', () => {
    const found = attemptFiles(`/a 'b' "c"`, 'j', 3);
    assert.ok(found.ok && found.value.report === `/a 'b' "c"/j/3/report.md`);
  });
});
