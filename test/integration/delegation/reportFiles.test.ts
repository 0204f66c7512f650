import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, rename, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createReportFiles } from '../../../src/adapters/files/reportFiles.ts';
import { useTempFolder } from '../../tempFolder.ts';

describe('looking at the report of an attempt', () => {
  const root = useTempFolder();
  const jobs = (): string => join(root(), `it's a "place"`, 'jobs');
  const folder = (): string => join(jobs(), 'j1/1');
  const report = (): string => join(folder(), 'report.md');
  const manifest = (): string => join(folder(), 'manifest.json');
  const look = () => createReportFiles().look({ jobs: jobs(), report: report(), manifest: manifest() });
  const refusal = async (): Promise<string> => {
    const found = await look();
    return found.kind === 'refused' ? found.problem.code : found.kind;
  };
  beforeEach(() => mkdir(folder(), { recursive: true }));

  it('tells its text, its hash, its time, and what proves it', async () => {
    await writeFile(report(), 'Done. 한\n');
    await writeFile(manifest(), '{"v":1}');
    const { mtimeMs } = await stat(report());
    assert.deepEqual(await look(), {
      kind: 'report',
      text: 'Done. 한\n',
      sha256: createHash('sha256').update('Done. 한\n').digest('hex'),
      bytes: 10,
      modifiedAt: mtimeMs,
      manifest: '{"v":1}',
    });
  });

  it('tells that there is none, also where the folders are not', async () => {
    assert.deepEqual(await look(), { kind: 'none' });
    await rename(folder(), join(root(), 'away'));
    assert.deepEqual(await look(), { kind: 'none' });
    await writeFile(folder(), 'a file');
    assert.deepEqual(await look(), { kind: 'none' });
  });

  it('takes nothing that a link leads to', async () => {
    await mkdir(join(root(), 'elsewhere'));
    await writeFile(join(root(), 'elsewhere/report.md'), 'Of somebody else.\n');
    await symlink(join(root(), 'elsewhere/report.md'), report());
    assert.equal(await refusal(), 'files.link');
    for (const place of [folder(), join(jobs(), 'j1')]) {
      await rename(place, join(root(), `was ${place.length}`));
      await symlink(join(root(), 'elsewhere'), place);
      if (place === folder()) assert.equal(await refusal(), 'files.link');
    }
    await mkdir(join(root(), 'elsewhere/1'));
    await writeFile(join(root(), 'elsewhere/1/report.md'), 'Of somebody else.\n');
    assert.equal(await refusal(), 'files.link');
  });

  it('works below a link that leads to the repository itself', async () => {
    await writeFile(report(), 'Done.\n');
    await symlink(jobs(), join(root(), 'linked'));
    const linked = join(root(), 'linked');
    const found = await createReportFiles().look({
      jobs: linked,
      report: join(linked, 'j1/1/report.md'),
      manifest: join(linked, 'j1/1/manifest.json'),
    });
    assert.equal(found.kind, 'report');
  });

  it('takes neither a pipe, a folder, nor more than anybody reads, and waits for none of them', async () => {
    execFileSync('mkfifo', [report()]);
    assert.equal(await refusal(), 'files.notFile');
    await rename(report(), join(root(), 'pipe'));
    await mkdir(report());
    assert.equal(await refusal(), 'files.notFile');
    await rename(report(), join(root(), 'folder'));
    await writeFile(report(), '');
    await truncate(report(), 4 * 1024 * 1024 + 1);
    assert.equal(await refusal(), 'report.tooLarge');
    await truncate(report(), 4 * 1024 * 1024);
    assert.equal(await refusal(), 'report');
  });

  it('takes a manifest that is a link or too large for none', async () => {
    await writeFile(report(), 'Done.\n');
    await writeFile(join(root(), 'other.json'), '{}');
    await symlink(join(root(), 'other.json'), manifest());
    const linked = await look();
    assert.ok(linked.kind === 'report' && linked.manifest === null);
  });
});
