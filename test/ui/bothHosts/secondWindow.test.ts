import assert from 'node:assert/strict';
import { join } from 'node:path';
import { useTempFolder } from '../../tempFolder.ts';
import { startHost } from '../fixture.ts';
import { makeQueue, runToOpenGate, smallTeam } from '../repositories.ts';

describe('a second window on the same repository', function () {
  this.timeout(180_000);
  const folder = useTempFolder();

  it('says who does the work, shows it, and takes the decision', async () => {
    const repository = join(folder(), 'shop');
    makeQueue(repository, { id: 'T-2026-0001', claims: '`a.txt`', checks: ['node --test'] });
    const first = await startHost({ workspace: repository, settings: smallTeam });
    try {
      await runToOpenGate(first, 'T-2026-0001');
      const second = await first.openWindow(repository);
      await second.openContainer('MAM');
      await second.tree('Inbox').row('Approve T-2026-0001').waitFor();
      await second.runCommand('MAM: Open Dashboard');
      const facts = second.webview().locator('.facts');
      await facts.getByText(/VS Code window, pid \d+ runs the work/).waitFor();
      await first.runCommand('MAM: Open Dashboard');
      await first.webview().locator('.facts').getByText('this window').waitFor();

      await second.tree('Inbox').row('Approve T-2026-0001').click();
      const packet = second.webview();
      await packet.getByRole('button', { name: /^Approve/ }).click();
      await packet.getByText(/approved [0-9a-f]{7}/).waitFor();
      await first.tree('Queue').row('approved').waitFor();
      assert.equal(await first.page.getByRole('tree', { name: 'Inbox' }).isVisible(), false);
    } finally {
      await first.stop();
    }
  });
});
