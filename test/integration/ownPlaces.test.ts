import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createNodeFiles } from '../../src/adapters/files/nodeFiles.ts';
import { ledgerProblem } from '../../src/app/ledgerGuard.ts';
import { placesOf } from '../../src/app/places.ts';
import { createMemoryGit } from '../fakes/memoryGit.ts';
import { useTempFolder } from '../tempFolder.ts';

describe('the places of MAM’s own files', () => {
  const folder = useTempFolder();
  const root = (): string => join(folder(), 'repo');
  const problem = async () => {
    const files = createNodeFiles({ roots: [root()] });
    const places = placesOf({ controlRoot: root(), commonDir: join(root(), '.git') });
    const why = await ledgerProblem(files, createMemoryGit(), places);
    return why && [why.code, why.params['path']];
  };
  beforeEach(() => mkdir(root()));

  it('are free in a new repository, and stay so once there are files', async () => {
    assert.equal(await problem(), null);
    for (const path of ['.mam/jobs/j1', 'reports/agent_loop/active'])
      await mkdir(join(root(), path), { recursive: true });
    assert.equal(await problem(), null);
  });

  it('may be reached through a link that stays inside', async () => {
    await mkdir(join(root(), 'kept'));
    await symlink('kept', join(root(), '.mam'));
    assert.equal(await problem(), null);
  });

  for (const path of [
    '.mam',
    '.mam/jobs',
    '.mam/backups',
    'reports',
    'reports/agent_loop',
    'reports/agent_loop/active',
  ]) {
    const at = async (): Promise<string> => {
      await mkdir(dirname(join(root(), path)), { recursive: true });
      return join(root(), path);
    };
    it(`are no link out of the repository at ${path}, wherever it leads`, async () => {
      const target = join(folder(), 'elsewhere');
      await symlink(target, await at());
      assert.deepEqual(await problem(), ['ledger.link', path]);
      await mkdir(target);
      assert.deepEqual(await problem(), ['ledger.link', path]);
    });

    it(`are no file at ${path}`, async () => {
      await writeFile(await at(), 'mine');
      assert.deepEqual(await problem(), ['ledger.notFolder', path]);
    });
  }
});
