import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { clearJobFolders } from '../../../src/app/effects/clearJobFolders.ts';
import { createMemoryFiles } from '../../fakes/memoryFiles.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const report = 'Fine.\n\n[VERDICT: PASS]';
const places = { jobs: '/repo/.mam/jobs', reports: '/repo/.agents/reports' };
const kept = {
  job: 'job-1',
  session: 'reviewer',
  role: 'Reviewer',
  agent: 'claude',
  file: 'r.md',
  digest: hashOf(report),
};

async function clear(change: (files: ReturnType<typeof createMemoryFiles>) => void = () => undefined) {
  const files = createMemoryFiles({
    [`${places.reports}/r.md`]: report,
    [`${places.reports}/m.json`]: '{}',
    [`${places.jobs}/job-1/report.md`]: report,
    [`${places.jobs}/job-2/report.md`]: 'Not fine.',
  });
  const folders = [];
  for (const job of ['job-1', 'job-2'])
    folders.push({ job, seal: (await files.sealFolder(`${places.jobs}/${job}`)) ?? '' });
  change(files);
  const promotion = { head: 'head', manifest: 'm.json', reports: [kept] };
  const store = { getBlob: async (digest: string) => (digest === kept.digest ? report : null) };
  const effect = { kind: 'clearJobFolders', id: 'e', run: 'run-1', promotion, folders } as const;
  const done = await clearJobFolders(effect, { places, store, files });
  const left = [...files.texts.keys()].filter((path) => path.startsWith(places.jobs));
  return { done, left: left.map((path) => path.slice(places.jobs.length + 1)) };
}

describe('clearing job folders away', () => {
  it('takes those whose reports are kept', async () =>
    assert.deepEqual(await clear(), {
      done: { kind: 'clearJobFolders', cleared: ['job-1', 'job-2'], kept: [] },
      left: [],
    }));

  it('leaves what a person put into one, and takes the others', async () =>
    assert.deepEqual(await clear((files) => files.edit(`${places.jobs}/job-2/notes.md`, 'mine')), {
      done: { kind: 'clearJobFolders', cleared: ['job-1'], kept: ['job-2'] },
      left: ['job-2/report.md', 'job-2/notes.md'],
    }));

  for (const [what, path, text] of [
    ['a report is gone', 'r.md', null],
    ['a report is another', 'r.md', 'Other.'],
    ['the file that names them is gone', 'm.json', null],
  ] as const)
    it(`takes none where ${what}`, async () => {
      const { done, left } = await clear((files) => files.edit(`${places.reports}/${path}`, text));
      assert.deepEqual(done, { kind: 'clearJobFolders', cleared: [], kept: ['job-1', 'job-2'] });
      assert.equal(left.length, 2);
    });
});
