import { join } from 'node:path';
import { useTempFolder } from '../tempFolder.ts';
import { startHost } from './fixture.ts';
import { makeQueue, smallTeam } from './repositories.ts';

describe('a file that is leased', function () {
  this.timeout(180_000);
  const folder = useTempFolder();

  it('is marked where files are listed, and whoever begins to change it is told', async () => {
    const repository = join(folder(), 'shop');
    const script = JSON.stringify([{ on: { kind: 'implement' }, steps: [{ waitFor: join(folder(), 'go') }] }]);
    makeQueue(repository, {
      id: 'T-2026-0001',
      claims: '`a.test.js`',
      checks: ['node --test'],
      goal: `Do it.\n\n\`\`\`rehearsal\n${script}\n\`\`\``,
    });
    const host = await startHost({ workspace: repository, settings: smallTeam });
    try {
      await host.openContainer('MAM');
      await host.tree('Queue').row('T-2026-0001').waitFor();
      await host.runCommand('MAM: Start Loop');
      await host.quickPickRows();
      await host.page.keyboard.press('Enter');
      await host.tree('Leases').row('min left').waitFor();

      await host.openContainer('Explorer');
      const file = host.page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'a.test.js' });
      await file.locator('.monaco-icon-label[aria-label*="Leased by Implementer"]').waitFor();
      await file.dblclick();
      await host.tab('a.test.js').waitFor();
      await host.page.locator('.monaco-editor .view-line').first().click();
      await host.page.keyboard.type('// ');
      await host.waitForNotification('a.test.js is under the lease of T-2026-0001');
      await host.pressNotificationButton('a.test.js is under the lease of T-2026-0001', 'Edit Anyway');
      await host.runCommand('MAM: Stop Loop');
      // The window waits for its lane, so that no agent outlives it.
      await host.openContainer('MAM');
      await host.tree('Queue').row('stopped, can resume').waitFor();
    } finally {
      await host.stop();
    }
  });
});
