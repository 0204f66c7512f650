import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { useTempFolder } from '../tempFolder.ts';
import { startHost } from './fixture.ts';
import { makeQueue, makeSample, untilStatus } from './repositories.ts';

const cli = join(import.meta.dirname, '../../dist/cli.cjs');

describe('trouble', function () {
  this.timeout(180_000);
  const folder = useTempFolder();

  it('with the database is told with the way out of it', async () => {
    const repository = join(folder(), 'coins');
    makeSample(repository);
    execFileSync(process.execPath, [cli, 'status'], { cwd: repository, stdio: 'ignore' });
    const [database = ''] = globSync(join(repository, '.git/mam/*.db'));
    writeFileSync(database, 'no database '.repeat(2000));
    const host = await startHost({ workspace: repository });
    try {
      await host.openContainer('MAM');
      await untilStatus(host, 'database unreadable', 30_000);
      await host.page.getByText('The database of this repository can’t be read.').first().waitFor();
      await host.runCommand('MAM: Start Loop');
      await host.waitForNotification('restore a copy from the “backups” folder beside it');
    } finally {
      await host.stop();
    }
  });

  it('with the queue file is shown where the tasks are, and the good tasks stay', async () => {
    const repository = join(folder(), 'shop');
    makeQueue(repository, { id: 'T-2026-0001' }, { id: 'T-2026-0001', title: 'The same again' });
    const host = await startHost({ workspace: repository });
    try {
      await host.openContainer('MAM');
      await host.tree('Queue').row('T-2026-0001  A task').waitFor();
      await host.tree('Queue').row('T-2026-0001 is in the queue twice').click();
      await host.page.getByRole('tab', { name: /^queue\.md/ }).waitFor();
      const path = join(repository, 'tasks/queue.md');
      writeFileSync(path, readFileSync(path, 'utf8').replace('0001 - The same again', '0002 - Another'));
      await host.tree('Queue').row('T-2026-0002  Another').waitFor();
      await host.tree('Queue').row('is in the queue twice').waitFor({ state: 'detached' });
    } finally {
      await host.stop();
    }
  });
});
