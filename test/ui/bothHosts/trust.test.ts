import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { useTempFolder } from '../../tempFolder.ts';
import { startHost } from '../fixture.ts';

const cli = join(import.meta.dirname, '../../../dist/cli.cjs');

describe('an untrusted folder', function () {
  this.timeout(180_000);
  const folder = useTempFolder();

  it('gets nothing run until it is trusted, and everything after', async () => {
    const repository = join(folder(), 'coins');
    execFileSync(process.execPath, [cli, 'sample', repository], { stdio: 'ignore' });
    const host = await startHost({ workspace: repository, trust: true });
    try {
      await host.openContainer('MAM');
      const welcome = host.page.getByText('MAM runs nothing before you trust this folder');
      await welcome.first().waitFor();
      await host.runCommand('MAM: Start Loop');
      await host.waitForNotification('MAM runs nothing before you trust this folder');
      assert.ok(!existsSync(join(repository, '.git/mam')), 'the engine was opened');

      await host.trustFolder(() => host.pressNotificationButton('MAM runs nothing', 'Manage Trust'));
      await host.tree('Queue').row('T-2026-0002').waitFor();
      assert.ok(existsSync(join(repository, '.git/mam')));
    } finally {
      await host.stop();
    }
  });
});
